import type { RetryAfter } from '../../service/options';
import { everywhere, type Row } from '../row';

/** A 429 says surely that nothing was carried out, and passes by itself. */
export const tooManyCallsRows: Row[] = [
	tooManyCalls('429, Retry-After: 1', 'seconds', 1),
	tooManyCalls('429, Retry-After: 0', 'seconds', 0),
	tooManyCalls('429, Retry-After: a date', 'date', 2),
	// For these, a window of the limit is waited for: a minute.
	tooManyCalls('429, Retry-After: 99999999', 'absurd'),
	tooManyCalls('429 without Retry-After', 'none'),
	...[400, 403, 503].map(laterCarriedOut),
	{
		name: '429 in the envelope of a 200',
		cause: {
			fault: { kind: 'wrongShape', body: { data: null, message: 'Too many calls', status: 429 } },
		},
		expected: {
			...waits(),
			notify: 'error: did not come from the notification service',
			notifyWithoutNonce: 'error: did not come from the notification service',
		},
	},
];

function tooManyCalls(name: string, retryAfter: RetryAfter, seconds = 0): Row {
	return {
		name,
		cause: { fault: { kind: 'refusal', status: 429, retryAfter, seconds } },
		expected: waits(),
	};
}

/**
 * "Later", of a request that was carried out. Only 429 itself says that it was not, so who has no nonce
 * is not notified again.
 */
function laterCarriedOut(status: number): Row {
	return {
		name: `${status}, Retry-After: 1, request carried out`,
		cause: { fault: { kind: 'refusal', status, retryAfter: 'seconds', seconds: 1, apply: true } },
		expected: {
			...waits(),
			// Too many calls are taken to have started no job; a second one does no harm.
			start: '—',
			notifyWithoutNonce: 'error: may have been sent',
		},
	};
}

function waits(): Row['expected'] {
	// Max Wait ends it.
	return { ...everywhere('recovers | waits'), status: 'recovers | error: was not done after' };
}
