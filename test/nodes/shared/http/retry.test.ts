import { type FailureKind, ServiceError } from '../../../../nodes/shared/errors';
import { type Delivery, type StatusClass, statusClassOf } from '../../../../nodes/shared/status';
import {
	backoffMs,
	isFileLate,
	type RetryDecision,
	retryDecision,
	type RetryPolicy,
} from '../../../../nodes/shared/http/retry';

function failure(kind: FailureKind, status?: number, isFinal?: boolean): ServiceError {
	return new ServiceError(kind, 'No', '', { status, isFinal });
}

/** What happens next after the failure, with each policy. */
function decisions(error: ServiceError): Record<RetryPolicy, RetryDecision> {
	return {
		always: retryDecision(error, 'always'),
		ifNotReceived: retryDecision(error, 'ifNotReceived'),
		never: retryDecision(error, 'never'),
	};
}

interface StatusRow {
	statusClass: StatusClass;
	statuses: number[];
	/** With the policy `always`. */
	always: RetryDecision;
	/** With the other policies. Only 429 says that nothing was carried out, so they repeat nothing else. */
	others: RetryDecision;
	delivery: Delivery;
}

const STATUSES: StatusRow[] = [
	{
		statusClass: 'notReady',
		statuses: [202],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'unknown',
	},
	{
		statusClass: 'redirect',
		statuses: [301, 399],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'notSent',
	},
	{
		statusClass: 'redirect',
		statuses: [302, 303],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'unknown',
	},
	{
		statusClass: 'content',
		statuses: [400, 409, 413, 422],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'notSent',
	},
	{
		statusClass: 'token',
		statuses: [401],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'notSent',
	},
	{
		statusClass: 'permission',
		statuses: [403],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'notSent',
	},
	{
		statusClass: 'address',
		statuses: [404, 405, 410, 415],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'notSent',
	},
	{
		statusClass: 'proxy',
		statuses: [407, 511],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'notSent',
	},
	{
		statusClass: 'rateLimit',
		statuses: [429],
		always: 'pause',
		others: 'pause',
		delivery: 'notSent',
	},
	{
		statusClass: 'other',
		statuses: [402, 499],
		always: 'giveUp',
		others: 'giveUp',
		delivery: 'notSent',
	},
	{
		statusClass: 'gateway',
		statuses: [408, 502, 503, 504],
		always: 'again',
		others: 'giveUp',
		delivery: 'unknown',
	},
	{
		statusClass: 'service',
		statuses: [500, 501, 599],
		always: 'again',
		others: 'giveUp',
		delivery: 'unknown',
	},
];

describe.each(STATUSES)(
	'statuses of the class $statusClass, such as $statuses',
	({ statusClass, statuses, always, others, delivery }) => {
		it.each(statuses)(
			'%i: whether the request is sent again, and what is known of it',
			(status) => {
				const refused = failure('refused', status);
				expect(statusClassOf(status)).toBe(statusClass);
				expect(refused.delivery).toBe(delivery);
				expect(decisions(refused)).toEqual({ always, ifNotReceived: others, never: others });
			},
		);
	},
);

it('sends again what never reached the service, unless the caller does so itself', () => {
	const error = failure('notSent');
	expect(error.delivery).toBe('notSent');
	expect(decisions(error)).toEqual({ always: 'again', ifNotReceived: 'again', never: 'giveUp' });
});

it('sends again what got no answer only if it may be carried out twice', () => {
	const error = failure('noAnswer');
	expect(error.delivery).toBe('unknown');
	expect(decisions(error)).toEqual({ always: 'again', ifNotReceived: 'giveUp', never: 'giveUp' });
});

it.each<{ kind: FailureKind; delivery: Delivery }>([
	{ kind: 'badAnswer', delivery: 'unknown' },
	{ kind: 'jobFailed', delivery: 'notSent' },
])('gives up after $kind, which another try would not change', ({ kind, delivery }) => {
	const error = failure(kind);
	expect(error.delivery).toBe(delivery);
	expect(decisions(error)).toEqual({ always: 'giveUp', ifNotReceived: 'giveUp', never: 'giveUp' });
});

it.each([
	{ what: 'a connection that could not be made', final: failure('notSent', undefined, true) },
	{ what: 'a missing response', final: failure('noAnswer', undefined, true) },
	{ what: 'a 429', final: failure('refused', 429, true) },
	{ what: 'a 503', final: failure('refused', 503, true) },
])('gives up after $what that is final', ({ final }) => {
	expect(retryDecision(final, 'always')).toBe('giveUp');
});

it('sends again at once what another host refused with a 429: the service itself has not asked to wait', () => {
	const failed = { kind: 'refused', status: 429, isOfOtherHost: true } as const;
	expect(retryDecision(failed, 'never')).toBe('again');
});

it.each([429, 503])(
	'does not send again what got the answer %i in a form that nobody knows',
	(status) => {
		expect(retryDecision({ kind: 'badAnswer', status }, 'always')).toBe('giveUp');
	},
);

it('expects the file of a job later after 202 and 404 alone', () => {
	const statuses = [200, 202, 204, 400, 403, 404, 409, 410, 423, 425, 500, undefined];
	expect(statuses.filter(isFileLate)).toEqual([202, 404]);
});

it.each([
	{ attempt: 0, shortest: 500, longest: 1_000 },
	{ attempt: 1, shortest: 1_000, longest: 2_000 },
	{ attempt: 2, shortest: 2_000, longest: 4_000 },
	{ attempt: 20, shortest: 15_000, longest: 30_000 },
])('waits $shortest to $longest ms after try $attempt', ({ attempt, shortest, longest }) => {
	expect(backoffMs(attempt, () => 0)).toBe(shortest);
	expect(backoffMs(attempt, () => 1)).toBe(longest);
});
