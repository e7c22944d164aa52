import { ServiceError } from '../errors';
import { joinedTexts, shownText } from '../shownText';

export type Advice = Readonly<Record<number, string>>;

/** When to send again; `ifNotReceived`: only if the service surely did not carry it out. */
export type Repeat = 'always' | 'ifNotReceived' | 'never';

export interface Refusal {
	status: number;
	/** Without the token. */
	text: string;
	advice?: Advice | undefined;
	retryAfterMs?: number | undefined;
	redirectedTo?: string | undefined;
	/** The host that says it, if the service redirected there. */
	elsewhere?: string | undefined;
	/** Where it is `ifNotReceived`, only 429 itself says that nothing was carried out. */
	repeat?: Repeat | undefined;
}

type Words = { message: string; advice: string };

const NOT_YET: Words = { message: 'The result is not ready yet', advice: 'Try again later.' };

const WORDS: Readonly<Record<number, Words>> = {
	202: NOT_YET,
	204: NOT_YET,
	401: {
		message: 'The service refused the API token',
		advice: 'Open the credential and enter a valid API Token. n8n tests it when you save.',
	},
	403: {
		message: 'The service does not allow this with your API token',
		advice: 'Check the API Token in the credential, and what your account may do.',
	},
	404: {
		message: 'The service has nothing at this address',
		advice: 'Check the base URL in the credential.',
	},
	410: {
		message: 'The service no longer has what was asked for',
		advice: 'Check the base URL in the credential.',
	},
	413: { message: 'The request is too large for the service', advice: 'Send less at once.' },
	429: {
		message: 'The service is receiving too many requests',
		advice:
			'Lower Calls per Minute in the credential (More Settings) if other programs use the same token, or try again later.',
	},
};

const REDIRECTED: Words = {
	message: 'The service redirected the request to another address',
	advice: 'It was not followed, to keep the API token safe. Check the base URL in the credential.',
};
const ELSEWHERE: Words = {
	message: 'The host to which the service redirected the download refused it',
	advice: 'Try again later. If it happens every time, ask whoever runs the service.',
};
const FAILED: Words = {
	message: 'The service failed to process the request',
	advice: 'Try again later.',
};
const OTHER: Words = {
	message: 'The service refused the request',
	advice: 'Check the fields of the node.',
};

/** Section 8.1 does not show how one call too many is refused: it need not be by 429. */
const MAY_MEAN_TOO_MANY = [400, 403, 503];
const TOO_MANY = 429;
const TOO_MANY_WORDS =
	/too[\s_-]*many[\s_-]*(api[\s_-]*)?(requests|calls|queries)|rate[\s_-]*limit|quota[\s_-]*(is|was|has[\s_-]*been)?[\s_-]*exceeded|throttled/i;

/** The words for a "no" of the service. Too many calls have the status 429, however it says so. */
export function refusalOf(refusal: Refusal): ServiceError {
	const { text, retryAfterMs, redirectedTo, elsewhere } = refusal;
	const status = meantStatus(refusal);
	const byClass = status >= 500 ? FAILED : OTHER;
	const known = elsewhere && status < 404 ? ELSEWHERE : (WORDS[status] ?? byClass);
	const words = status >= 300 && status < 400 ? REDIRECTED : known;
	const said = saidText(text);
	const isSaidInTitle = words === OTHER && isTitle(text, said);
	const shown = `${elsewhere ?? 'The service'} said (status ${refusal.status}): ${shownText(said)}`;
	const quoted = said === '' && !elsewhere ? `(Status ${refusal.status})` : shown;
	return new ServiceError({
		kind: 'refused',
		status,
		message: isSaidInTitle ? said : words.message,
		description: joinedTexts([
			isSaidInTitle ? `${OTHER.message} (status ${refusal.status}).` : '',
			refusal.advice?.[status] ?? words.advice,
			redirectedTo === undefined ? '' : `It points to ${redirectedTo}.`,
			isSaidInTitle ? '' : quoted,
		]),
		retryAfterMs,
		mayBeDone: status !== refusal.status || status >= 500 || status === 408,
	});
}

function meantStatus({ status, text, retryAfterMs, repeat = 'always' }: Refusal): number {
	if (!MAY_MEAN_TOO_MANY.includes(status) || repeat === 'ifNotReceived') return status;
	return retryAfterMs !== undefined || TOO_MANY_WORDS.test(text) ? TOO_MANY : status;
}

const FIELDS = [
	...['message', 'error', 'errors', 'title', 'reason'],
	...['description', 'detail', 'details', 'text', 'code'],
];
const MAX_DEPTH = 4;
const MAX_TITLE_CHARACTERS = 100;

export function saidText(body: string): string {
	if (isHtml(body)) return withoutTags(body);
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return body.trim();
	}
	const words = [...new Set(wordsIn(parsed))].join(': ');
	return words === '' ? body.trim() : words;
}

export function wordsIn(value: unknown, depth = MAX_DEPTH): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	if (Array.isArray(value)) {
		const texts = value.flatMap((each: unknown) => wordsIn(each, depth - 1));
		return texts.length > 1 ? [texts.join(', ')] : texts;
	}
	const fields = new Map<string, unknown>(Object.entries(value));
	return FIELDS.flatMap((name) => wordsIn(fields.get(name), depth - 1));
}

function isTitle(body: string, said: string): boolean {
	const isShort = said.length <= MAX_TITLE_CHARACTERS;
	// Nor what was masked, or is no words at all.
	return isShort && /\p{L}{2}/u.test(said) && !/[\r\n{}[\]<>*]|bearer/i.test(said) && !isHtml(body);
}

export function isHtml(body: string): boolean {
	return /<html|<!doctype|<body/i.test(body);
}

function withoutTags(html: string): string {
	return html
		.replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}
