import { type FailureKind, ServiceError } from '../../../../nodes/shared/errors';
import { statusClassOf } from '../../../../nodes/shared/status';
import type { RetryPolicy, ServiceRequest } from '../../../../nodes/shared/http/request';
import {
	backoffMs,
	Retries,
	type RetryDecision,
	retryAfterOf,
	retryDecision,
} from '../../../../nodes/shared/http/retry';

function failure(kind: FailureKind, status?: number, isFinal?: boolean): ServiceError {
	return new ServiceError(kind, 'No', '', { status, isFinal });
}

/** What happens next after the failure, with each policy. */
function decisions(error: ServiceError): Record<RetryPolicy, RetryDecision> {
	return {
		always: retryDecision(error, 'always'),
		ifNotDone: retryDecision(error, 'ifNotDone'),
		never: retryDecision(error, 'never'),
	};
}

/** With the policy `always`, and with the others: only 429 says that nothing was carried out, so they repeat nothing else. */
const STATUSES = [
	{ statusClass: 'notReady', statuses: [202], delivery: 'unknown' },
	{ statusClass: 'redirect', statuses: [301, 399] },
	{ statusClass: 'seeOther', statuses: [302, 303], delivery: 'unknown' },
	{ statusClass: 'token', statuses: [401] },
	{ statusClass: 'permission', statuses: [403] },
	{ statusClass: 'address', statuses: [404, 405, 410, 415] },
	{ statusClass: 'proxy', statuses: [407, 511] },
	{
		statusClass: 'rateLimit',
		statuses: [429],
		always: 'pause',
		others: 'pause',
	},
	{ statusClass: 'other', statuses: [400, 402, 409, 413, 422, 499] },
	{ statusClass: 'gateway', statuses: [408, 502, 503, 504], always: 'again', delivery: 'unknown' },
	{ statusClass: 'service', statuses: [500, 501, 599], always: 'again', delivery: 'unknown' },
];

it.each(STATUSES)(
	'of the class $statusClass are $statuses, and it says whether a request is sent again, and what is known of it',
	({ statusClass, statuses, always = 'giveUp', others = 'giveUp', delivery = 'notDone' }) => {
		for (const status of statuses) {
			const refused = failure('refused', status);
			expect(statusClassOf(status)).toBe(statusClass);
			expect(refused.delivery).toBe(delivery);
			expect(decisions(refused)).toEqual({ always, ifNotDone: others, never: others });
		}
	},
);

it.each([
	{ kind: 'notSent', delivery: 'notDone', always: 'again', ifNotDone: 'again' },
	{ kind: 'noAnswer', delivery: 'unknown', always: 'again', ifNotDone: 'giveUp' },
	{ kind: 'badAnswer', delivery: 'unknown', always: 'giveUp', ifNotDone: 'giveUp' },
] as const)(
	'after $kind, it is $delivery, and sent again by a policy only if that does no harm',
	({ kind, delivery, ...again }) => {
		// Its status does not matter: what has another form may be from anybody.
		const error = failure(kind, 503);
		expect(error.delivery).toBe(delivery);
		expect(decisions(error)).toEqual({ ...again, never: 'giveUp' });
	},
);

it.each([429, 503])('gives up after a %i that is final', (status) => {
	expect(retryDecision(failure('refused', status, true), 'always')).toBe('giveUp');
});

it('does not send again what may have been carried out, whatever its status, if that could do harm', () => {
	const failed = new ServiceError('refused', 'No', '', { status: 429, delivery: 'unknown' });
	expect(decisions(failed)).toMatchObject({ always: 'pause', ifNotDone: 'giveUp' });
});

it('sends again at once what another host refused with a 429: the service itself has not asked to wait', () => {
	const details = { status: 429, isOfOtherHost: true };
	const failed = new ServiceError('refused', 'No', '', details);
	expect(retryDecision(failed, 'never')).toBe('again');
});

it.each([
	{ attempt: 1, shortest: 1_000, longest: 2_000 },
	{ attempt: 20, shortest: 15_000, longest: 30_000 },
])('waits $shortest to $longest ms after try $attempt', ({ attempt, shortest, longest }) => {
	expect(backoffMs(attempt, () => 0)).toBe(shortest);
	expect(backoffMs(attempt, () => 1)).toBe(longest);
});

describe('the next try', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: 0 });
		jest.spyOn(Math, 'random').mockReturnValue(1);
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	const MINUTE = 60_000;
	const down = failure('refused', 503);
	const tooMany = failure('refused', 429);

	/** The failure of a service that asks to wait for so long. */
	const asking = (retryAfterMs: number, status = 503) =>
		new ServiceError('refused', 'No', '', { status, retryAfterMs });

	function retriesOf(limits: Partial<ServiceRequest> = {}): Retries {
		return new Retries({ retryPolicy: 'always', ...limits } as ServiceRequest);
	}

	it('comes after a time that doubles, and at most three times', () => {
		const retries = retriesOf();
		const waits = [1, 2, 3].map(() => retries.waitAfter(down));
		expect(waits).toEqual([1_000, 2_000, 4_000]);
		expect(() => retries.waitAfter(down)).toThrow(down);
	});

	it('comes after each pause, which is no failure', () => {
		const retries = retriesOf();
		const waits = [tooMany, tooMany, down, tooMany, tooMany].map((each) => retries.waitAfter(each));
		expect(waits).toEqual(['pause', 'pause', 1_000, 'pause', 'pause']);
	});

	it('comes when the service asks for it', () => {
		expect(retriesOf().waitAfter(asking(7_000))).toBe(7_000);
		expect(retriesOf().waitAfter(asking(0))).toBe(0);
		expect(retriesOf().waitAfter(asking(7_000, 429))).toBe('pause');
	});

	it('does not come where the policy forbids it', () => {
		expect(() => retriesOf({ retryPolicy: 'never' }).waitAfter(down)).toThrow(down);
	});

	it.each([
		{ until: 'the deadline', limits: { deadline: 20 * MINUTE } },
		{ until: 'its whole time after the first failure', limits: { totalTimeoutMs: 10 * MINUTE } },
		{ until: 'half an hour after the first failure', limits: {}, lastMs: 40 * MINUTE },
		{
			until: 'the first of the two',
			limits: { deadline: 20 * MINUTE, totalTimeoutMs: 20 * MINUTE },
		},
	])('comes until $until, and no later', ({ limits, lastMs = 20 * MINUTE }) => {
		const retries = retriesOf(limits);
		jest.advanceTimersByTime(10 * MINUTE);
		retries.waitAfter(tooMany);
		jest.advanceTimersByTime(lastMs - 11 * MINUTE);
		expect(retries.waitAfter(asking(MINUTE))).toBe(MINUTE);
		const message = 'No, asks to wait 61 seconds, and there is no time left for that';
		const tooLong = expect.objectContaining({ message, isFinal: true }) as Error;
		expect(() => retries.waitAfter(asking(MINUTE + 1))).toThrow(tooLong);
		jest.advanceTimersByTime(MINUTE);
		expect(retries.waitAfter(tooMany)).toBe('pause');
		jest.advanceTimersByTime(1);
		for (const late of [tooMany, asking(0)]) expect(() => retries.waitAfter(late)).toThrow(late);
	});
});

describe('Retry-After', () => {
	const NOW = Date.parse('2026-11-21T12:00:00Z');
	const waitOf = (text: unknown) => retryAfterOf({ 'retry-after': text }, NOW);

	it.each([
		{ text: '30', ms: 30_000 },
		{ text: ' 0 ', ms: 0 },
		{ text: 'Sat, 21 Nov 2026 12:00:30 GMT', ms: 30_000 },
		{ text: 'Sat, 21 Nov 2026 11:00:00 GMT', ms: 0 },
		{ text: '86400', ms: 86_400_000 },
		{ text: 'Sun, 22 Nov 2026 12:00:00 GMT', ms: 86_400_000 },
	])('may be seconds or a date: $text', ({ text, ms }) => {
		expect(waitOf(text)).toBe(ms);
	});

	it.each(['', '0.5', '2026-11-21T12:00:30Z', 'No GMT', undefined, ['30']])(
		'in another form, it says nothing: %p',
		(text) => {
			expect(waitOf(text)).toBeUndefined();
		},
	);

	it.each(['86401', '1763726430', '9'.repeat(400), 'Sun, 22 Nov 2026 12:00:01 GMT'])(
		'of more than a day, it says nothing: %p',
		(text) => {
			expect(waitOf(text)).toBeUndefined();
		},
	);
});
