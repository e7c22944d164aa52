import { ServiceError } from '../errors';
import { shownText } from '../shownText';
import { isTitle, saidText, saysTooMany } from './saidText';

/** What to do about a refusal, by its status, where that depends on what was asked for. */
export type Advice = Readonly<Record<number, string>>;

export interface Refusal {
	/** HTTP status, or the status of the envelope. */
	status: number;
	/** Body of the answer, or the message of the envelope, without the token. */
	text: string;
	advice?: Advice | undefined;
	retryAfterMs?: number | undefined;
	/** Host that the service wanted to redirect to. */
	redirectedTo?: string;
}

interface Words {
	message: string;
	advice: string;
}

const NO_FILE_YET: Words = {
	message: 'The service did not send the file yet',
	advice: 'Try again later.',
};

const WORDS: Readonly<Record<number, Words>> = {
	202: NO_FILE_YET,
	204: NO_FILE_YET,
	401: {
		message: 'The service refused the API token',
		advice: 'Open the credential and enter a valid API Token. n8n tests it when you save.',
	},
	403: {
		message: 'The service does not allow this with your API token',
		advice: 'Check the API Token in the credential, and what your account may do.',
	},
	404: {
		message: 'The service does not know what was asked for',
		advice: 'Check the base URL in the credential.',
	},
	410: {
		message: 'The service no longer has what was asked for',
		advice: 'Check the base URL in the credential.',
	},
	413: {
		message: 'The request is too large for the service',
		advice: 'Send less at once.',
	},
	429: {
		message: 'The service is receiving too many requests',
		advice:
			'Lower Calls per Minute in the credential if other programs use the same token, or try again later.',
	},
};

const REDIRECTED: Words = {
	message: 'The service redirected the request to another address',
	advice: 'It was not followed, to keep the API token safe. Check the base URL in the credential.',
};
const FAILED: Words = {
	message: 'The service failed to process the request',
	advice: 'Try again later.',
};
const OTHER: Words = {
	message: 'The service refused the request',
	advice: 'Check the fields of the node.',
};

/** Section 8.1 does not show how a call too many is refused: it may be with another status than 429. */
const MAY_MEAN_TOO_MANY = [400, 403, 503];
const TOO_MANY = 429;

/**
 * The words for a "no" of the service. What it said itself is shown, shortened. Too many calls have
 * the status 429, however the service says it.
 */
export function refusalOf(refusal: Refusal): ServiceError {
	const { text, retryAfterMs, redirectedTo } = refusal;
	const status = meantStatus(refusal);
	const words = wordsFor(status);
	const said = saidText(text);
	const isSaidInTitle = words === OTHER && isTitle(text, said);
	return new ServiceError({
		kind: 'refused',
		status,
		message: isSaidInTitle ? said : words.message,
		description: [
			isSaidInTitle ? `${OTHER.message} (status ${refusal.status}).` : '',
			refusal.advice?.[status] ?? words.advice,
			redirectedTo === undefined ? '' : `It led to ${redirectedTo}.`,
			isSaidInTitle ? '' : quoted(said, refusal.status),
		]
			.filter(Boolean)
			.join(' '),
		retryAfterMs,
	});
}

function meantStatus({ status, text, retryAfterMs }: Refusal): number {
	if (!MAY_MEAN_TOO_MANY.includes(status)) return status;
	return retryAfterMs !== undefined || saysTooMany(text) ? TOO_MANY : status;
}

function quoted(said: string, status: number): string {
	return said === ''
		? `(Status ${status})`
		: `The service said (status ${status}): ${shownText(said)}`;
}

function wordsFor(status: number): Words {
	if (status >= 300 && status < 400) return REDIRECTED;
	return WORDS[status] ?? (status >= 500 ? FAILED : OTHER);
}
