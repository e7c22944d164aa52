import { ServiceError } from '../errors';
import { shortened } from '../shownText';

interface Refusal {
	/** HTTP status, or the status of the envelope. */
	status: number;
	/** Body of the answer, or the message of the envelope. */
	text: string;
	token: string;
	retryAfterMs?: number | undefined;
	/** Host that the service wanted to redirect to. */
	redirectedTo?: string;
}

const WORDS: Array<{ statuses: (status: number) => boolean; message: string; advice: string }> = [
	{
		statuses: (status) => status === 401,
		message: 'The service refused the API token',
		advice: 'Open the credential, enter a valid API Token, and use Test there.',
	},
	{
		statuses: (status) => status === 403,
		message: 'The service does not allow this with your API token',
		advice:
			'Some queries are open to certain customers only (Commerce, for example, to those with the conversational commerce engine). Otherwise check the API Token in the credential.',
	},
	{
		statuses: (status) => status === 404,
		message: 'The service does not know what was asked for',
		advice: 'Check the job ID, and the base URL in the credential.',
	},
	{
		statuses: (status) => status === 410,
		message: 'The service no longer has what was asked for',
		advice: 'Files of bulk exports are kept for 24 hours. Start the export again.',
	},
	{
		statuses: (status) => status === 413,
		message: 'The request is too large for the service',
		advice: 'Send less at once, for example with a smaller Batch Size.',
	},
	{
		statuses: (status) => status === 429,
		message: 'The service gets too many calls',
		advice:
			'It allows 5 calls a minute. Lower Calls per Minute in the credential if others use the same token.',
	},
	{
		statuses: (status) => status >= 300 && status < 400,
		message: 'The service redirected the request to another address',
		advice:
			'It was not followed, to keep the API token safe. Check the base URL in the credential.',
	},
	{
		statuses: (status) => status >= 500,
		message: 'The service failed to process the request',
		advice: 'Try again later.',
	},
];

/** The words for a "no" of the service. What it said itself is shown, shortened. */
export function refusalOf({
	status,
	text,
	token,
	retryAfterMs,
	redirectedTo,
}: Refusal): ServiceError {
	const known = WORDS.find(({ statuses }) => statuses(status));
	const said = shortened(readableMessage(text), token);
	return new ServiceError({
		kind: 'refused',
		status,
		message: known?.message ?? 'The service refused the request',
		description: [
			known?.advice ?? 'Check what was asked for.',
			redirectedTo === undefined ? '' : `It led to ${redirectedTo}.`,
			said === 'nothing' ? `(Status ${status})` : `The service said (status ${status}): ${said}`,
		]
			.filter(Boolean)
			.join(' '),
		retryAfterMs,
	});
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
