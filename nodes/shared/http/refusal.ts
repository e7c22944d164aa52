import { ServiceError } from '../errors';
import { isObject, type JsonObject } from '../field';
import { asJson, joinedTexts, shownText } from '../shownText';
import { type Concern, concernOf } from './retry';

export type Advice = Readonly<Record<number, string>>;

export interface Refusal {
	/** Of HTTP, or of the envelope (7.4). */
	status: number;
	/** Without the token. */
	text: string;
	advice?: Advice | undefined;
	retryAfterMs?: number | undefined;
	redirectedTo?: string | undefined;
	/** The host that refused, if the service redirected the download to another one. */
	otherHost?: string | undefined;
}

type Words = Record<'message' | 'advice', string>;

const CHECK_BASE_URL = 'Check the base URL in the credential.';
const REFUSED = {
	message: 'The service refused the request',
	advice: 'Check the fields of the node.',
};
const FAILED = {
	message: 'The service failed to process the request',
	advice: 'Try again later.',
};
const TOO_LARGE = {
	message: 'The request is too large for the service',
	advice: 'Send less at once.',
};
const REFUSED_BY_OTHER_HOST = {
	message: 'The host to which the service redirected the download refused it',
	advice: 'Try again later. If it happens every time, ask whoever runs the service.',
};

const WORDS: Record<Concern, Words> = {
	notReady: { message: 'The result is not ready yet', advice: 'Try again later.' },
	content: REFUSED,
	token: {
		message: 'The service refused the API token',
		advice: 'Open the credential and enter a valid API Token. n8n tests it when you save.',
	},
	permission: {
		message: 'The service does not allow this with your API token',
		advice: 'Check the API Token in the credential, and what your account may do.',
	},
	address: { message: 'The service has nothing at this address', advice: CHECK_BASE_URL },
	pace: {
		message: 'The service is receiving too many requests',
		advice:
			'Lower Calls per Minute in the credential (More Settings) if other programs use the same token, or try again later.',
	},
	gateway: FAILED,
	redirect: {
		message: 'The service redirected the request to another address',
		advice: `It was not followed, to keep the API token safe. ${CHECK_BASE_URL}`,
	},
	service: FAILED,
	other: REFUSED,
};

/** What happened, what to do, and what the service said. */
export function refusalOf(refusal: Refusal): ServiceError {
	const { status, text, retryAfterMs, redirectedTo, otherHost } = refusal;
	const { message, advice } = wordsFor(refusal);
	const said = saidText(text);
	const quoted = `${otherHost ?? 'The service'} said (status ${status}): ${shownText(said)}`;
	return new ServiceError({
		kind: 'refused',
		status,
		message,
		description: joinedTexts([
			refusal.advice?.[status] ?? advice,
			redirectedTo === undefined ? '' : `It points to ${redirectedTo}.`,
			said === '' && !otherHost ? `(Status ${status})` : quoted,
		]),
		retryAfterMs,
	});
}

function wordsFor({ status, otherHost }: Refusal): Words {
	const concern = concernOf(status);
	if (otherHost !== undefined && concern !== 'redirect') return REFUSED_BY_OTHER_HOST;
	return status === 413 ? TOO_LARGE : WORDS[concern];
}

/** Where services put their words; `reason` is that of section 2.7. */
const FIELDS = ['message', 'error', 'reason', 'description'];
const PAGE_TITLE = /^\s*<.*?<title>([^<]+)/is;

/** The words in the body of an error, or the title of a page; all of it where it has neither. */
export function saidText(body: string): string {
	const fields = fieldsOf(body);
	const words = FIELDS.map((name) => wordsOf(fields[name])).filter(Boolean);
	if (words.length > 0) return [...new Set(words)].join(': ');
	const [, title = body] = PAGE_TITLE.exec(body) ?? [];
	return title.trim();
}

function wordsOf(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'object' && value !== null ? asJson(value) : '';
}

function fieldsOf(body: string): JsonObject {
	try {
		const parsed: unknown = JSON.parse(body);
		return isObject(parsed) ? parsed : {};
	} catch {
		return {};
	}
}
