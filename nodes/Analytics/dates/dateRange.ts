import { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';
import { type Day, dayOf, daysBetween, endOfDay, startOfDay, written } from './calendarDays';
import { readDate } from './readDate';

/** Calendar days, both ends included, that the service takes at once (section 8). */
export const MAX_DAYS = 30;
/** How far back the service remembers, in calendar days from today (section 8). */
export const MAX_DAYS_BACK = 90;

export const DATE_RANGES = [
	'today',
	'yesterday',
	'last7Days',
	'last30Days',
	'last90Days',
	'thisMonth',
	'lastMonth',
	'custom',
] as const;
export type DateRangeName = (typeof DATE_RANGES)[number];

export interface DateRangeInput {
	dateRange: DateRangeName;
	/** Of `custom`: see `readDate`. */
	startDate?: unknown;
	endDate?: unknown;
	/** IANA name. */
	timeZone: string;
}

/** From `start` to `end`, both included, in the time zone that was asked for. */
export interface DateRange {
	start: DateTime;
	end: DateTime;
}

/**
 * The range that the user chose, in the time zone that was asked for. Presets are whole days, and
 * those that look back end yesterday, so that they give the same all day long.
 *
 * @throws InputError if a date cannot be read, the order is wrong, or the range lies further back
 *   than the service remembers
 */
export function resolveDateRange(input: DateRangeInput, now: Date): DateRange {
	const { dateRange, timeZone } = input;
	const today = dayOf(DateTime.fromJSDate(now, { zone: timeZone }));
	const range =
		dateRange === 'custom' ? customRange(input) : wholeDays(preset(dateRange, today), timeZone);
	const firstDay = dayOf(range.start);

	if (range.end < range.start) {
		throw new InputError(
			`End Date (${written(range.end)}) is before Start Date (${written(range.start)})`,
			'Swap the two dates.',
		);
	}
	if (firstDay > today) {
		throw new InputError(
			`Start Date (${written(firstDay)}) is in the future`,
			`Today is ${written(today)} in the time zone ${timeZone}.`,
		);
	}
	const oldest = today.minus({ days: MAX_DAYS_BACK });
	if (firstDay < oldest) {
		throw new InputError(
			`Start Date (${written(firstDay)}) is more than ${MAX_DAYS_BACK} days back`,
			`The service remembers ${MAX_DAYS_BACK} days: choose ${written(oldest)} or later.`,
		);
	}
	return range;
}

/**
 * Cuts a range into windows that the service takes: at most 30 calendar days each, without gap or
 * overlap, oldest first.
 *
 * @param split if false, a range that is too wide is an InputError instead
 */
export function windowsOf(range: DateRange, split: boolean): DateRange[] {
	const days = calendarDays(range);
	if (days > MAX_DAYS && !split) {
		throw new InputError(
			`The date range is ${days} days wide, the service takes at most ${MAX_DAYS}`,
			'Choose a shorter range, or turn on Options > Split Long Ranges.',
		);
	}
	const timeZone = range.start.zoneName as string;
	const windows: DateRange[] = [];
	for (let { start } = range; start <= range.end;) {
		const nextDay = dayOf(start).plus({ days: MAX_DAYS });
		const lastEnd = endOfDay(nextDay.minus({ days: 1 }), timeZone);
		windows.push({ start, end: DateTime.min(lastEnd, range.end) });
		start = startOfDay(nextDay, timeZone);
	}
	return windows;
}

/** Calendar days that a range touches. */
export function calendarDays({ start, end }: DateRange): number {
	return daysBetween(dayOf(start), dayOf(end));
}

interface Days {
	first: Day;
	last: Day;
}

function preset(name: Exclude<DateRangeName, 'custom'>, today: Day): Days {
	const yesterday = today.minus({ days: 1 });
	switch (name) {
		case 'today':
			return { first: today, last: today };
		case 'yesterday':
			return { first: yesterday, last: yesterday };
		case 'last7Days':
			return { first: today.minus({ days: 7 }), last: yesterday };
		case 'last30Days':
			return { first: today.minus({ days: 30 }), last: yesterday };
		case 'last90Days':
			return { first: today.minus({ days: MAX_DAYS_BACK }), last: yesterday };
		case 'thisMonth':
			return { first: today.set({ day: 1 }), last: today };
		case 'lastMonth': {
			const month = today.set({ day: 1 });
			return { first: month.minus({ months: 1 }), last: month.minus({ days: 1 }) };
		}
	}
}

function wholeDays({ first, last }: Days, timeZone: string): DateRange {
	return { start: startOfDay(first, timeZone), end: endOfDay(last, timeZone) };
}

function customRange({ startDate, endDate, timeZone }: DateRangeInput): DateRange {
	const [start, end] = [
		readDate({ value: startDate, field: 'Start Date', timeZone, takes: 'first' }),
		readDate({ value: endDate, field: 'End Date', timeZone, takes: 'last' }),
	];
	return {
		start: 'day' in start ? startOfDay(start.day, timeZone) : start.instant,
		end: 'day' in end ? endOfDay(end.day, timeZone) : end.instant,
	};
}
