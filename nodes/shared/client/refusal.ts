import { ServiceError } from '../errors';
import { shownText } from '../shownText';

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

const WORDS: Readonly<Record<number, Words>> = {
	401: {
		message: 'The service refused the API token',
		advice: 'Open the credential, enter a valid API Token, and test it there.',
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

/** The words for a "no" of the service. What it said itself is shown, shortened. */
export function refusalOf(refusal: Refusal): ServiceError {
	const { status, text, retryAfterMs, redirectedTo } = refusal;
	const { message, advice } = wordsFor(status);
	const said = shownText(readableMessage(text));
	return new ServiceError({
		kind: 'refused',
		status,
		message,
		description: [
			refusal.advice?.[status] ?? advice,
			redirectedTo === undefined ? '' : `It led to ${redirectedTo}.`,
			said === 'nothing' ? `(Status ${status})` : `The service said (status ${status}): ${said}`,
		]
			.filter(Boolean)
			.join(' '),
		retryAfterMs,
	});
}

function wordsFor(status: number): Words {
	if (status >= 300 && status < 400) return REDIRECTED;
	return WORDS[status] ?? (status >= 500 ? FAILED : OTHER);
}

/** The message inside a JSON or HTML error body, or the body itself. */
function readableMessage(text: string): string {
	try {
		const body = JSON.parse(text) as Record<string, unknown> | null;
		for (const key of ['message', 'error', 'description', 'detail', 'reason']) {
			const value = body?.[key];
			if (typeof value === 'string' && value !== '') return value;
		}
		return text;
	} catch {
		return /<html|<!doctype/i.test(text) ? text.replace(/<[^>]*>/g, ' ') : text;
	}
}
