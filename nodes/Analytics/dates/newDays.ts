import { InputError } from '../../shared/errors';
import { type Day, written } from './calendarDays';
import { MAX_DAYS_BACK } from './dateRange';

/** Whole days, from the first to the last, both included. */
export interface DaySpan {
	first: Day;
	last: Day;
}

export interface NewDaysInput {
	/** What earlier runs have covered; undefined before the first one. */
	covered: DaySpan | undefined;
	/** Days that the first run goes back. */
	firstRunDays: number;
	/** Covered days to fetch again, together with new ones. */
	lookBackDays: number;
	/** The day on which this is asked. */
	today: Day;
}

export interface NewDays {
	/** What to fetch; undefined if no day has ended since the last run. */
	days: DaySpan | undefined;
	/** Those of them that were covered before. */
	again: DaySpan | undefined;
	/** Days that no run has covered, and that the service no longer has. */
	lost: DaySpan | undefined;
}

/**
 * The days up to yesterday that no earlier run has covered.
 *
 * @throws InputError if covered days lie in the future
 */
export function newDays({ covered, firstRunDays, lookBackDays, today }: NewDaysInput): NewDays {
	const last = today.minus({ days: 1 });
	const oldest = today.minus({ days: MAX_DAYS_BACK });
	if (!covered) {
		const first = today.minus({ days: firstRunDays });
		return { days: { first, last }, again: undefined, lost: undefined };
	}
	// Clocks of two machines may differ around midnight, but not by a day.
	if (covered.last > today) throw inTheFuture(covered.last, today);
	if (covered.last >= last) return { days: undefined, again: undefined, lost: undefined };

	const firstNew = dayAfter(covered.last);
	const lookBack = latest(firstNew.minus({ days: lookBackDays }), covered.first);
	const first = latest(lookBack, oldest);
	return {
		days: { first, last },
		again: span(first, covered.last),
		lost: span(firstNew, oldest.minus({ days: 1 })),
	};
}

/** What is covered once `days` have been passed on as well; undefined if that is no day at all. */
export function coveredWith(covered: DaySpan | undefined, days: DaySpan): DaySpan | undefined {
	return span(covered?.first ?? days.first, days.last);
}

function span(first: Day, last: Day): DaySpan | undefined {
	return first <= last ? { first, last } : undefined;
}

function dayAfter(day: Day): Day {
	return day.plus({ days: 1 });
}

function latest(one: Day, other: Day): Day {
	return one > other ? one : other;
}

function inTheFuture(covered: Day, today: Day): InputError {
	return new InputError(
		`Since Last Run: an earlier run got the days up to ${written(covered)}, which is in the future`,
		`Today is ${written(today)}. Check the clock of the computer that n8n runs on. If it was wrong then, rename this node, which makes the next run a first run.`,
	);
}
