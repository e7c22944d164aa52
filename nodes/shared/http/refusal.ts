import { ServiceError } from '../errors';
import { isObject } from '../params/param';
import { asJson, joinedTexts, sentence, shownText } from '../text';
import { type StatusClass, statusClassOf } from './status';

/** What to do, by status, or by kind: `address` names the field to check, `tooLarge` is a response. */
export type Advice = Readonly<Partial<Record<number | 'refused' | 'address' | 'tooLarge', string>>>;

export interface Refusal {
	/** Of HTTP, or of the envelope (7.4). */
	status: number;
	/** As text, or parsed; without the token. */
	body: unknown;
	url?: string | undefined;
	advice?: Advice | undefined;
	retryAfterMs?: number | undefined;
	redirectedTo?: string | undefined;
	/** The host that refused, if the service redirected the download to another one. */
	otherHost?: string | undefined;
}

type Words = Record<'message' | 'advice', string>;

/** Where users find what they have to enter, in the words of the service's own screens. */
export const TOKEN_PLACE = 'In Yalo Studio, make one under Admin > API Keys > New API Key.';

const CHECK_ADDRESS = 'Check Region or the base URL in the credential.';

/** @param label of the base URL that only Region > Other shows */
export function addressAdvice(region: string, label: string): string {
	return region === 'other'
		? `Check ${label} in the credential: analytics and notifications have different addresses.`
		: 'Check Region in the credential.';
}

const CHECK_NODE = 'Check the fields of the node.';
const REFUSED = { message: 'The service refused the request', advice: CHECK_NODE };
const FAILED = { message: 'The service failed to process the request', advice: 'Try again later.' };
const SEND_LESS = 'Send less at once.';
const TOO_LARGE = { message: 'The request is too large for the service', advice: SEND_LESS };
const REFUSED_BY_OTHER_HOST = {
	message: 'The host to which the service redirected the download refused it',
	advice: 'Try again later. If it happens every time, ask whoever runs the service.',
};
const NOT_FOLLOWED = 'It was not followed, to keep the API token safe.';

const WORDS: Record<StatusClass, Words> = {
	notReady: { message: 'The result is not ready yet', advice: 'Try again later.' },
	content: REFUSED,
	token: {
		message: 'The service refused the API token',
		advice: `Enter a valid API Token in the credential. ${TOKEN_PLACE}`,
	},
	permission: {
		message: 'The service does not allow this with your API token',
		advice: 'Check the API Token in the credential, and what your account may do.',
	},
	address: { message: 'The service has nothing at this address', advice: CHECK_ADDRESS },
	pace: {
		message: 'The service is receiving too many requests',
		advice:
			'Lower Calls per Minute in the credential (More Settings) if other programs use the same token, or try again later.',
	},
	gateway: FAILED,
	redirect: {
		message: 'The service redirected the request to another address',
		advice: `${NOT_FOLLOWED} ${CHECK_ADDRESS}`,
	},
	service: FAILED,
	other: REFUSED,
};

/** In these words, and no others, the service passes on the refusal of a server behind it. */
const PASSED_ON = /^Request failed with status code ([45]\d\d)$/;
/** In these words, the gateway in front of the service knows no such path. */
const NO_ROUTE = /^no Route matched/i;

export function refusalOf(refusal: Refusal): ServiceError {
	const { body, retryAfterMs, redirectedTo, otherHost } = refusal;
	const said = errorText(body);
	const [, passedOn] = (refusal.status >= 500 && PASSED_ON.exec(said)) || [];
	const status = passedOn === undefined ? refusal.status : Number(passedOn);
	const isNoRoute = status === 404 && NO_ROUTE.test(said);
	const { message, advice } = wordsFor(status, refusal, isNoRoute);
	const quoted = `${otherHost ?? 'The service'} said (status ${refusal.status}): ${shownText(said)}`;
	const description = joinedTexts([
		advice,
		redirectedTo === undefined ? '' : `It points to ${redirectedTo}.`,
		statusClassOf(status) === 'address' && !otherHost ? calledText(refusal) : '',
		said === '' && !otherHost ? `(Status ${refusal.status})` : quoted,
	]);
	const details = { status, retryAfterMs, isFinal: isNoRoute };
	return new ServiceError('refused', message, description, details);
}

function wordsFor(status: number, { advice = {}, otherHost }: Refusal, isNoRoute: boolean): Words {
	const concern = statusClassOf(status);
	if (otherHost !== undefined && concern !== 'redirect') return REFUSED_BY_OTHER_HOST;
	const words = status === 413 ? TOO_LARGE : WORDS[concern];
	const { address = CHECK_ADDRESS, refused = CHECK_NODE } = advice;
	const usual = words === REFUSED ? refused : words.advice.replace(CHECK_ADDRESS, () => address);
	return { ...words, advice: (isNoRoute ? advice.address : advice[status]) ?? usual };
}

/** Any web server answers so to a path that it does not know, even with status 200. */
export function wrongServer(refusal: Refusal): ServiceError {
	const { body, advice: { address = CHECK_ADDRESS } = {} } = refusal;
	const problem = typeof body === 'string' ? 'It is not JSON' : 'It has neither data nor status';
	const said = sentence(`${problem}: ${shownText(errorText(body))}`);
	const description = `${said} ${address} ${calledText(refusal)}`;
	return new ServiceError('badAnswer', 'The response did not come from the service', description);
}

function calledText({ url }: Refusal): string {
	if (url === undefined) return '';
	const { host, pathname } = new URL(url);
	return `The address called was ${host}${pathname}.`;
}

/** Where services put their words; `reason` is that of section 2.7. */
const FIELDS = ['message', 'error', 'reason', 'description'];
const PAGE_TITLE = /^\s*<.*?<title>([^<]+)/is;
const MAX_DEPTH = 5;

/** The words in the body of an error, or those of a page. */
export function errorText(body: unknown): string {
	if (typeof body !== 'string') return wordsIn(body);
	try {
		return wordsIn(JSON.parse(body));
	} catch {
		const isPage = /^\s*</.test(body);
		const [, title = isPage ? body.replace(/<[^<>]*>/g, ' ') : body] = PAGE_TITLE.exec(body) ?? [];
		return title.trim();
	}
}

/** The fields that hold words alone, where there are any; never JSON, which users need not know. */
function wordsIn(value: unknown, depth = 0): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value !== 'object') return asJson(value);
	if (depth === MAX_DEPTH) return '…';
	const textOf = (part: unknown) => wordsIn(part, depth + 1);
	if (!isObject(value)) return joinedTexts((value as unknown[]).map(textOf), ', ');
	const parts = FIELDS.map((name) => value[name]);
	const words = parts.map((part) => (isWords(part) ? textOf(part) : '')).filter(Boolean);
	if (words.length > 0) return [...new Set(words)].join(': ');
	const fields = Object.entries(value).map(([name, part]) => [name, textOf(part)] as const);
	const texts = fields.map(([name, text]) => text && `${name}: ${text}`);
	return joinedTexts(texts, ', ');
}

const isWords = (part: unknown) => typeof part === 'string' || typeof part === 'object';
