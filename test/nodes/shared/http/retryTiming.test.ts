import { backoffMs, retryAfterMs, throttledMs } from '../../../../nodes/shared/http/retryTiming';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
	['7', 7_000],
	[7, 7_000],
	['0', 0],
	['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
	['Sat, 21 Nov 2026 11:59:00 GMT', 0],
	['-5', undefined],
	['300', 300_000],
	['301', undefined],
	['99999999', undefined],
	['  ', undefined],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
	[['1'], undefined],
])('reads Retry-After %p as %p ms', (header, ms) => {
	expect(retryAfterMs(header, NOW)).toBe(ms);
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
	['waits as long as it is told, however often', 60_000, 3, 60_000],
	['leaves it to the limiter where nothing was told', undefined, 3, undefined],
])('after a 429, %s', (_, told, refusals, ms) => {
	expect(throttledMs(told, refusals, () => 1)).toBe(ms);
});
