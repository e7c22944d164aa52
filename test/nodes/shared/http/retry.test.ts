import {
	concernOf,
	isFileLate,
	mayBeDone,
	nextStep,
	type NextStep,
	type Repeat,
} from '../../../../nodes/shared/http/retry';

/** Status: what it is about, the next step (and where Retry-After is there), whether it may be done. */
const STATUSES: Array<[number, string, NextStep, NextStep, boolean]> = [
	[202, 'notReady', 'giveUp', 'giveUp', true],
	[300, 'redirect', 'giveUp', 'giveUp', false],
	[301, 'redirect', 'giveUp', 'giveUp', false],
	[302, 'redirect', 'giveUp', 'giveUp', true],
	[303, 'redirect', 'giveUp', 'giveUp', true],
	[307, 'redirect', 'giveUp', 'giveUp', false],
	[399, 'redirect', 'giveUp', 'giveUp', false],
	[400, 'content', 'giveUp', 'pause', false],
	[401, 'token', 'giveUp', 'giveUp', false],
	[402, 'other', 'giveUp', 'giveUp', false],
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
	[599, 'service', 'again', 'again', true],
];

it.each(STATUSES)('%i', (status, about, step, stepLater, isInDoubt) => {
	const refused = { kind: 'refused', status } as const;
	const later = { ...refused, retryAfterMs: 0 };
	expect(concernOf(status)).toBe(about);
	expect(mayBeDone(refused)).toBe(isInDoubt);
	expect(mayBeDone(later)).toBe(isInDoubt || step !== stepLater);
	expect([nextStep(refused, 'always'), nextStep(later, 'always')]).toEqual([step, stepLater]);
	// Only 429 itself says that nothing was carried out.
	const cautious = status === 429 ? 'pause' : 'giveUp';
	expect([refused, later].map((failure) => nextStep(failure, 'ifNotReceived'))).toEqual([
		cautious,
		cautious,
	]);
	const never = (next: NextStep) => (next === 'again' ? 'giveUp' : next);
	expect([refused, later].map((failure) => nextStep(failure, 'never'))).toEqual(
		[step, stepLater].map(never),
	);
});

it.each([
	['notSent', false, ['again', 'again', 'giveUp']],
	['noAnswer', true, ['again', 'giveUp', 'giveUp']],
	['badAnswer', true, ['giveUp', 'giveUp', 'giveUp']],
	['jobFailed', false, ['giveUp', 'giveUp', 'giveUp']],
	['jobNotReady', false, ['giveUp', 'giveUp', 'giveUp']],
] as const)('%s', (kind, isInDoubt, steps) => {
	const repeats: Repeat[] = ['always', 'ifNotReceived', 'never'];
	expect(mayBeDone({ kind })).toBe(isInDoubt);
	expect(repeats.map((repeat) => nextStep({ kind }, repeat))).toEqual(steps);
	expect(nextStep({ kind, isFinal: true }, 'always')).toBe('giveUp');
});

it.each([
	[202, true],
	[404, true],
	...[200, 204, 400, 403, 409, 410, 423, 425, 500, undefined].map(
		(status): [number | undefined, boolean] => [status, false],
	),
])('a file after status %p is late: %s', (status, isLate) => {
	expect(isFileLate(status)).toBe(isLate);
});
