import { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';

/** Widest range that the service takes, in calendar days with both ends (section 8). */
export const WIDEST_DAYS = 30;
/** How far back the service remembers, in calendar days from today (section 8). */
export const OLDEST_DAYS = 90;

export const DATE_RANGES = [
	'yesterday',
	'last7Days',
	'last30Days',
	'thisMonth',
	'lastMonth',
	'custom',
] as const;
export type DateRangeName = (typeof DATE_RANGES)[number];

export interface DateRangeInput {
	dateRange: DateRangeName;
	/** Of `custom`: ISO text, a Date or a Luxon DateTime. */
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
	const today = DateTime.fromJSDate(now, { zone: input.timeZone }).startOf('day');
	const range = input.dateRange === 'custom' ? customRange(input) : preset(input.dateRange, today);

	if (range.end < range.start) {
		throw new InputError(
			`End Date (${dayOf(range.end)}) is before Start Date (${dayOf(range.start)})`,
			'Swap the two dates.',
		);
	}
	if (range.start.startOf('day') > today) {
		throw new InputError(
			`Start Date (${dayOf(range.start)}) is in the future`,
			`Today is ${dayOf(today)} in the time zone ${input.timeZone}.`,
		);
	}
	const oldest = today.minus({ days: OLDEST_DAYS });
	if (range.start < oldest) {
		throw new InputError(
			`Start Date (${dayOf(range.start)}) is more than ${OLDEST_DAYS} days back`,
			`The service remembers ${OLDEST_DAYS} days: choose ${dayOf(oldest)} or later.`,
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
	if (days > WIDEST_DAYS && !split) {
		throw new InputError(
			`The date range is ${days} days wide, the service takes at most ${WIDEST_DAYS}`,
			'Choose a shorter range, or turn on Options > Split Long Ranges.',
		);
	}
	const windows: DateRange[] = [];
	for (let { start } = range; start <= range.end;) {
		const lastDay = start.startOf('day').plus({ days: WIDEST_DAYS - 1 });
		windows.push({ start, end: DateTime.min(lastDay.endOf('day'), range.end) });
		start = lastDay.plus({ days: 1 });
	}
	return windows;
}

/** Calendar days that a range touches. */
export function calendarDays({ start, end }: DateRange): number {
	return Math.round(end.startOf('day').diff(start.startOf('day'), 'days').days) + 1;
}

function preset(name: Exclude<DateRangeName, 'custom'>, today: DateTime): DateRange {
	const yesterday = today.minus({ days: 1 });
	switch (name) {
		case 'yesterday':
			return wholeDays(yesterday, yesterday);
		case 'last7Days':
			return wholeDays(today.minus({ days: 7 }), yesterday);
		case 'last30Days':
			return wholeDays(today.minus({ days: 30 }), yesterday);
		case 'thisMonth':
			return wholeDays(today.startOf('month'), today);
		case 'lastMonth': {
			const month = today.minus({ months: 1 });
			return wholeDays(month.startOf('month'), month.endOf('month'));
		}
	}
}

function wholeDays(first: DateTime, last: DateTime): DateRange {
	return { start: first.startOf('day'), end: last.endOf('day') };
}

function customRange({ startDate, endDate, timeZone }: DateRangeInput): DateRange {
	const start = readDate(startDate, 'Start Date', timeZone);
	const end = readDate(endDate, 'End Date', timeZone);
	return { start: start.date, end: end.isWholeDay ? end.date.endOf('day') : end.date };
}

/** Reads what a date field or an expression gives. A text without offset is in `timeZone`. */
function readDate(
	value: unknown,
	field: string,
	timeZone: string,
): { date: DateTime; isWholeDay: boolean } {
	const isObject = DateTime.isDateTime(value) || value instanceof Date;
	if (!isObject && (typeof value !== 'string' || value.trim() === '')) {
		throw new InputError(`${field} is empty`, 'Choose a date, for example 2026-11-01.');
	}
	const text = String(value).trim();
	const date = dateOf(isObject ? value : text, timeZone);
	if (!date.isValid) {
		throw new InputError(
			`${field} is not a date: ${text.slice(0, 40)}`,
			'Write it as year-month-day, for example 2026-11-01.',
		);
	}
	return { date, isWholeDay: /^\d{4}-\d{2}-\d{2}$/.test(text) };
}

function dateOf(value: DateTime | Date | string, timeZone: string): DateTime {
	if (DateTime.isDateTime(value)) return value.setZone(timeZone);
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone: timeZone });
	const iso = DateTime.fromISO(value, { zone: timeZone });
	return iso.isValid ? iso : DateTime.fromSQL(value, { zone: timeZone });
}

function dayOf(date: DateTime): string {
	return date.toFormat('yyyy-MM-dd');
}
