import {
	backoffMs,
	concernOf,
	isFileLate,
	mayBeDone,
	nextStep,
	type NextStep,
	pauseMs,
	readRetryAfter,
	type Repeat,
} from '../../../../nodes/shared/http/retry';

const REPEATS: Repeat[] = ['always', 'ifNotReceived', 'never'];

/** Status: what it is about, the next step (and where Retry-After is there), whether it may be done. */
const STATUSES: Array<[number, string, NextStep, NextStep, boolean]> = [
	[202, 'notReady', 'giveUp', 'giveUp', true],
	[301, 'redirect', 'giveUp', 'giveUp', false],
	[302, 'redirect', 'giveUp', 'giveUp', true],
	[303, 'redirect', 'giveUp', 'giveUp', true],
	[399, 'redirect', 'giveUp', 'giveUp', false],
	[400, 'content', 'giveUp', 'pause', false],
	[401, 'token', 'giveUp', 'giveUp', false],
	[403, 'permission', 'giveUp', 'pause', false],
	[404, 'address', 'giveUp', 'giveUp', false],
	[405, 'address', 'giveUp', 'giveUp', false],
	[407, 'address', 'giveUp', 'giveUp', false],
	[408, 'gateway', 'again', 'again', true],
	[409, 'content', 'giveUp', 'giveUp', false],
	[410, 'address', 'giveUp', 'giveUp', false],
	[413, 'content', 'giveUp', 'giveUp', false],
	[415, 'address', 'giveUp', 'giveUp', false],
	[422, 'content', 'giveUp', 'giveUp', false],
	[429, 'pace', 'pause', 'pause', false],
	[499, 'other', 'giveUp', 'giveUp', false],
	[500, 'service', 'again', 'again', true],
	[502, 'gateway', 'again', 'again', true],
	[503, 'gateway', 'again', 'pause', true],
	[504, 'gateway', 'again', 'again', true],
];

it.each(STATUSES)('%i', (status, about, step, stepLater, isInDoubt) => {
	const refused = { kind: 'refused', status } as const;
	const later = { ...refused, retryAfterMs: 0 };
	expect(concernOf(status)).toBe(about);
	expect([refused, later].map(mayBeDone)).toEqual([isInDoubt, isInDoubt || step !== stepLater]);
	// Only 429 itself says that nothing was sent, so nothing else is sent again with `ifNotReceived`.
	const cautious = status === 429 ? 'pause' : 'giveUp';
	const never = (next: NextStep) => (next === 'again' ? 'giveUp' : next);
	for (const [failure, next] of [[refused, step] as const, [later, stepLater] as const]) {
		const steps = REPEATS.map((repeat) => nextStep(failure, repeat));
		expect(steps).toEqual([next, cautious, never(next)]);
	}
});

it.each([
	['notSent', false, ['again', 'again', 'giveUp']],
	['noAnswer', true, ['again', 'giveUp', 'giveUp']],
	['badAnswer', true, ['giveUp', 'giveUp', 'giveUp']],
	['jobFailed', false, ['giveUp', 'giveUp', 'giveUp']],
] as const)('%s', (kind, isInDoubt, steps) => {
	expect(mayBeDone({ kind })).toBe(isInDoubt);
	expect(REPEATS.map((repeat) => nextStep({ kind }, repeat))).toEqual(steps);
	expect(nextStep({ kind, isFinal: true }, 'always')).toBe('giveUp');
});

it('a file is late after 202 and 404 alone', () => {
	const statuses = [200, 202, 204, 400, 403, 404, 409, 410, 423, 425, 500, undefined];
	expect(statuses.filter(isFileLate)).toEqual([202, 404]);
});

it.each([
	['7', 7_000],
	['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
	['Sat, 21 Nov 2026 11:59:00 GMT', 0],
	['-5', undefined],
	['300', 300_000],
	['301', undefined],
	['soon', undefined],
	['60 (try later)', undefined],
	[undefined, undefined],
])('reads Retry-After %p as %p ms', (header, ms) => {
	expect(readRetryAfter(header, Date.parse('2026-11-21T12:00:00Z'))).toBe(ms);
});

it('backs off with jitter up to 30 seconds', () => {
	const range = (attempt: number) => [backoffMs(attempt, () => 0), backoffMs(attempt, () => 1)];
	expect([range(0), range(1), range(2), range(20)]).toEqual([
		[500, 1_000],
		[1_000, 2_000],
		[2_000, 4_000],
		[15_000, 30_000],
	]);
});

it.each([
	['believes the first time', 0, 0, 0],
	['backs off where "now" was not true', 0, 3, 4_000],
	['waits as long as the service says, however often', 60_000, 3, 60_000],
	['leaves it to the limiter where the service says nothing', undefined, 3, undefined],
])('after a 429, %s', (_, retryAfterMs, pauses, ms) => {
	const random = jest.spyOn(Math, 'random').mockReturnValue(1);
	expect(pauseMs({ kind: 'refused', status: 429, retryAfterMs }, pauses)).toBe(ms);
	random.mockRestore();
});
