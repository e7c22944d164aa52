import { ServiceError, type FailureKind } from '../../../../nodes/shared/errors';
import {
	type RetryDecision,
	type RetryPolicy,
	backoffMs,
	isFileLate,
	retryDecision,
	retryAfterOf,
} from '../../../../nodes/shared/http/retry';
import { statusClassOf } from '../../../../nodes/shared/http/status';

const REPEATS: RetryPolicy[] = ['always', 'ifNotReceived', 'never'];
const failure = (kind: FailureKind, status?: number, isFinal?: boolean) =>
	new ServiceError(kind, 'No', '', { status, isFinal });

/** What statuses are about, the next step, whether it may be done. */
it.each<[string, RetryDecision, boolean, number[]]>([
	['notReady', 'giveUp', true, [202]],
	['redirect', 'giveUp', false, [301, 399]],
	['redirect', 'giveUp', true, [302, 303]],
	['content', 'giveUp', false, [400, 409, 413, 422]],
	['token', 'giveUp', false, [401]],
	['permission', 'giveUp', false, [403]],
	['address', 'giveUp', false, [404, 405, 407, 410, 415]],
	['pace', 'pause', false, [429]],
	['other', 'giveUp', false, [402, 499]],
	['gateway', 'again', true, [408, 502, 503, 504]],
	['service', 'again', true, [500, 501, 599]],
])('%s: %s, and whether it may be done is %s: %j', (about, step, mayBeDone, statuses) => {
	// Only 429 says that nothing was carried out, so nothing else is sent again by who is cautious.
	const cautious = step === 'pause' ? 'pause' : 'giveUp';
	for (const status of statuses) {
		const refused = failure('refused', status);
		expect([statusClassOf(status), refused.mayBeDone]).toEqual([about, mayBeDone]);
		expect(REPEATS.map((repeat) => retryDecision(refused, repeat))).toEqual([
			step,
			cautious,
			cautious,
		]);
	}
});

it.each([
	['notSent', false, ['again', 'again', 'giveUp']],
	['noAnswer', true, ['again', 'giveUp', 'giveUp']],
	['badAnswer', true, ['giveUp', 'giveUp', 'giveUp']],
	['jobFailed', false, ['giveUp', 'giveUp', 'giveUp']],
] as const)('%s', (kind, mayBeDone, steps) => {
	expect(failure(kind).mayBeDone).toBe(mayBeDone);
	expect(REPEATS.map((repeat) => retryDecision(failure(kind), repeat))).toEqual(steps);
	expect(retryDecision(failure(kind, undefined, true), 'always')).toBe('giveUp');
});

it('a file is late after 202 and 404 alone', () => {
	const statuses = [200, 202, 204, 400, 403, 404, 409, 410, 423, 425, 500, undefined];
	expect(statuses.filter(isFileLate)).toEqual([202, 404]);
});

const SECONDS = { 'retry-after': '7' };
const RESET = { 'ratelimit-reset': '9' };
it.each<[number, Record<string, string>, number | undefined]>([
	[503, SECONDS, 7_000],
	[429, { ...SECONDS, ...RESET }, 7_000],
	[429, RESET, 9_000],
	// It comes with every response of the gateway.
	[503, RESET, undefined],
	[429, { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30_000],
	[429, { 'retry-after': 'Sat, 21 Nov 2026 11:59:00 GMT' }, 0],
	[429, { 'retry-after': '-5' }, undefined],
	[429, { 'retry-after': '300' }, 300_000],
	[429, { 'retry-after': '301' }, undefined],
	[429, { 'retry-after': '60 (try later)' }, undefined],
	[429, {}, undefined],
])('after %i with %j, the time to wait is %p ms', (status, headers, ms) => {
	expect(retryAfterOf({ status, headers }, Date.parse('2026-11-21T12:00:00Z'))).toBe(ms);
});

it('backs off with jitter up to 30 seconds', () => {
	const range = (attempt: number) => [backoffMs(attempt, () => 0), backoffMs(attempt, () => 1)];
	const ranges = [range(0), range(1), range(2), range(20)].flat();
	expect(ranges).toEqual([500, 1_000, 1_000, 2_000, 2_000, 4_000, 15_000, 30_000]);
});
