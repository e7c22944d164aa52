import type { RetryAfter } from '../../service/options';
import type { Row } from '../row';

/** Without a Retry-After that can be believed, the node waits for a window of the limit: a minute. */
const WINDOW_LIMIT = 80;

/** A 429 says surely that nothing was carried out, and passes by itself. */
export const tooManyCallsRows: Row[] = [
	tooManyCalls('429, Retry-After: 1', 'seconds', 1),
	tooManyCalls('429, Retry-After: 0', 'seconds', 0),
	tooManyCalls('429, Retry-After: a date', 'date', 2),
	{ ...tooManyCalls('429, Retry-After: 99999999', 'absurd'), limit: WINDOW_LIMIT },
	{ ...tooManyCalls('429 without Retry-After', 'none'), limit: WINDOW_LIMIT },
	{
		name: '429 in the envelope of a 200',
		cause: {
			fault: { kind: 'wrongShape', body: { data: null, message: 'Too many calls', status: 429 } },
		},
		limit: WINDOW_LIMIT,
		expected: {
			query: 'recovers | waits',
			start: 'recovers | waits',
			// Max Wait ends it.
			status: 'recovers | error: was not done after',
			items: 'recovers | waits',
			file: 'recovers | waits',
			notify: 'error: did not come from the notification service',
			notifyWithoutNonce: 'error: did not come from the notification service',
		},
	},
];

function tooManyCalls(name: string, retryAfter: RetryAfter, seconds = 0): Row {
	return {
		name,
		cause: { fault: { kind: 'refusal', status: 429, retryAfter, seconds } },
		expected: {
			query: 'recovers | waits',
			start: 'recovers | waits',
			// Max Wait ends it.
			status: 'recovers | error: was not done after',
			items: 'recovers | waits',
			file: 'recovers | waits',
			notify: 'recovers | waits',
			notifyWithoutNonce: 'recovers | waits',
		},
	};
}
