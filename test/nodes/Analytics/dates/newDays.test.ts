import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import type { Day } from '../../../../nodes/Analytics/dates/calendarDays';
import { coveredWith, type DaySpan, newDays } from '../../../../nodes/Analytics/dates/newDays';

const TODAY = DateTime.utc(2026, 11, 21);
const back = (days: number, today = TODAY): Day => today.minus({ days });
const span = (first: number, last: number): DaySpan => ({ first: back(first), last: back(last) });

interface Given {
	covered?: DaySpan;
	firstRunDays?: number;
	lookBackDays?: number;
}

/** The spans in days back from today, such as "30..1". */
function found({ covered, firstRunDays = 30, lookBackDays = 0 }: Given) {
	const spans = newDays({ covered, firstRunDays, lookBackDays, today: TODAY });
	const ago = (day: Day) => TODAY.diff(day, 'days').days;
	const written = (one?: DaySpan) => one && `${ago(one.first)}..${ago(one.last)}`;
	return {
		days: written(spans.days),
		again: written(spans.again),
		lost: written(spans.lost),
	};
}

it('the first run goes back as many days as it says, up to yesterday', () => {
	expect(found({})).toEqual({ days: '30..1' });
	expect(found({ firstRunDays: 1, lookBackDays: 5 })).toEqual({ days: '1..1' });
	expect(found({ firstRunDays: 90 })).toEqual({ days: '90..1' });
});

it('a later run gets the days after those of earlier ones', () => {
	expect(found({ covered: span(31, 2) })).toEqual({ days: '1..1' });
	expect(found({ covered: span(31, 6) })).toEqual({ days: '5..1' });
});

it('nothing is new until the next day has ended, whatever Look Back says', () => {
	const lookBackDays = 7;
	expect(found({ covered: span(30, 1), lookBackDays })).toEqual({});
	// Another machine's clock was ahead around midnight.
	expect(found({ covered: span(30, 0), lookBackDays })).toEqual({});
});

it('looks back into days that were covered, not further than the first run and not over 90 days', () => {
	const covered = span(12, 3);
	expect(found({ covered, lookBackDays: 2 })).toEqual({ days: '4..1', again: '4..3' });
	expect(found({ covered, lookBackDays: 90 })).toEqual({ days: '12..1', again: '12..3' });
	const long = found({ covered: span(200, 88), lookBackDays: 10 });
	expect(long).toEqual({ days: '90..1', again: '90..88' });
});

it('names the days that the service no longer has', () => {
	expect(found({ covered: span(120, 91) })).toEqual({ days: '90..1' });
	expect(found({ covered: span(120, 92) })).toEqual({ days: '90..1', lost: '91..91' });
	const lookBackDays = 3;
	expect(found({ covered: span(130, 101), lookBackDays })).toEqual({
		days: '90..1',
		lost: '100..91',
	});
});

it('days in the future are an error that says what to do', () => {
	const error = expect.objectContaining({
		message: 'Since Last Run: an earlier run got the days up to 2026-11-22, which is in the future',
		description: expect.stringMatching(/clock.*rename this node/) as string,
	}) as Error;
	expect(() => found({ covered: span(0, -1) })).toThrow(error);
});

/** What is done on a day: it is run, once or more, and may fail. */
const runs = fc.array(fc.record({ passDays: fc.nat({ max: 40 }), fails: fc.boolean() }), {
	maxLength: 60,
});
const firstRun = fc.integer({ min: 1, max: 90 });

/** How often each day was passed on, over a series of runs that begins on TODAY. */
function passedOn(
	series: Array<{ passDays: number; fails: boolean }>,
	firstRunDays: number,
	lookBackDays: number,
) {
	const times = new Map<number, number>();
	const lost = new Set<number>();
	let covered: DaySpan | undefined;
	let today = TODAY;
	for (const { passDays, fails } of series) {
		today = today.plus({ days: passDays });
		const found = newDays({ covered, firstRunDays, lookBackDays, today });
		if (!found.days || fails) continue;
		for (const day of daysOf(found.days)) times.set(day, (times.get(day) ?? 0) + 1);
		for (const day of daysOf(found.lost)) lost.add(day);
		covered = coveredWith(covered, found.days);
	}
	return { times, lost, covered };
}

function daysOf(one: DaySpan | undefined): number[] {
	const days: number[] = [];
	if (!one) return days;
	for (let day = one.first; day <= one.last; day = day.plus({ days: 1 })) days.push(+day);
	return days;
}

it('over any runs and failures every day is passed on once, or was lost, without a gap', () => {
	fc.assert(
		fc.property(runs, firstRun, (series, firstRunDays) => {
			const { times, lost, covered } = passedOn(series, firstRunDays, 0);
			const timesOf = (day: number) => (times.get(day) ?? 0) + (lost.has(day) ? 1 : 0);
			expect(daysOf(covered).filter((day) => timesOf(day) !== 1)).toEqual([]);
			expect(times.size + lost.size).toBe(daysOf(covered).length);
		}),
	);
});

it('with Look Back days come again, and none is missing', () => {
	fc.assert(
		fc.property(runs, firstRun, fc.nat({ max: 90 }), (series, firstRunDays, lookBackDays) => {
			const { times, lost, covered } = passedOn(series, firstRunDays, lookBackDays);
			expect(daysOf(covered).filter((day) => !times.has(day) && !lost.has(day))).toEqual([]);
		}),
	);
});

it('a run never asks for more than 90 days back, for today, or for days out of order', () => {
	const covered = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 400 }));
	fc.assert(
		fc.property(
			covered,
			firstRun,
			fc.nat({ max: 90 }),
			([one, other], firstRunDays, lookBackDays) => {
				const known = span(Math.max(one, other), Math.min(one, other));
				const { days } = newDays({ covered: known, firstRunDays, lookBackDays, today: TODAY });
				if (!days) return;
				expect(days.first <= days.last && days.first >= back(90) && +days.last === +back(1)).toBe(
					true,
				);
			},
		),
	);
});

it('a day that is left to the next run is not covered', () => {
	const days = span(3, 1);
	expect(coveredWith(undefined, days)).toEqual(days);
	expect(coveredWith(span(10, 4), days)).toEqual(span(10, 1));
	// A first run of one day without rows.
	expect(coveredWith(undefined, span(1, 2))).toBeUndefined();
	expect(coveredWith(span(5, 2), span(1, 2))).toEqual(span(5, 2));
});
