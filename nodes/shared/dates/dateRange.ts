import { DateTime } from 'luxon';
import { InputError } from '../errors';
import { type Day, dayOf, endOfDay, isoDay, startOfDay } from './calendarDays';
import { readDate } from './readDate';

/** Calendar days that the service takes at once (section 8). */
export const MAX_DAYS = 30;
/** Calendar days from today that the service keeps (section 8). */
export const MAX_DAYS_BACK = 90;

export type DateRangeName =
	'today' | 'yesterday' | 'lastDays' | 'lastWeek' | 'thisMonth' | 'lastMonth' | 'custom';

export interface DateRangeInput {
	dateRange: DateRangeName;
	/** Of `lastDays`. */
	days?: number;
	startDate?: unknown;
	endDate?: unknown;
	timeZone: string;
}

export type DateRange = Record<'start' | 'end', DateTime>;
/** `isCut`: the user's End Date is in the future. */
export type ResolvedRange = DateRange & { isCut?: true };

/** Presets that look back end yesterday, so that they give the same all day. @throws InputError */
export function resolveDateRange(input: DateRangeInput, now: Date): ResolvedRange {
	const { dateRange, timeZone } = input;
	const today = dayOf(DateTime.fromJSDate(now, { zone: timeZone }));
	const range =
		dateRange === 'custom'
			? customRange(input)
			: ofDays(preset(dateRange, today, input.days), timeZone);
	const firstDay = dayOf(range.start);

	if (range.end < range.start) {
		const format = dayOf(range.end).equals(firstDay) ? 'yyyy-MM-dd HH:mm:ss' : 'yyyy-MM-dd';
		const [end, start] = [range.end, range.start].map((time) => time.toFormat(format));
		throw new InputError(`End Date (${end}) is before Start Date (${start})`, 'Swap them.');
	}
	if (firstDay > today) {
		const advice = `Today is ${isoDay(today)} in the time zone ${timeZone}.`;
		throw new InputError(`Start Date (${isoDay(firstDay)}) is in the future`, advice);
	}
	const oldest = today.minus({ days: MAX_DAYS_BACK });
	if (firstDay < oldest) {
		throw new InputError(
			`Start Date (${isoDay(firstDay)}) is more than ${MAX_DAYS_BACK} days back`,
			`The service keeps ${MAX_DAYS_BACK} days: choose ${isoDay(oldest)} or later.`,
		);
	}
	// Days to come have no data, and each 30 of them would cost a call.
	const lastEnd = endOfDay(today, timeZone);
	if (range.end <= lastEnd) return range;
	return { ...range, end: lastEnd, isCut: true };
}

export function wholeDays({ start, end }: DateRange): DateRange {
	return ofDays([dayOf(start), dayOf(end)], start.zoneName as string);
}

/** At most 30 calendar days each, without gap or overlap, oldest first. */
export function windowsOf(range: DateRange): DateRange[] {
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

type Days = [first: Day, last: Day];

type Preset = Exclude<DateRangeName, 'custom'>;

function preset(name: Preset, today: Day, days = 1): Days {
	const back = (count: number) => today.minus({ days: count });
	const month = today.set({ day: 1 });
	const monday = today.startOf('week');
	const presets: Record<Preset, Days> = {
		today: [today, today],
		yesterday: [back(1), back(1)],
		lastDays: [back(days), back(1)],
		lastWeek: [monday.minus({ days: 7 }), monday.minus({ days: 1 })],
		thisMonth: [month, today],
		lastMonth: [month.minus({ months: 1 }), month.minus({ days: 1 })],
	};
	return presets[name];
}

function ofDays([first, last]: Days, timeZone: string): DateRange {
	return { start: startOfDay(first, timeZone), end: endOfDay(last, timeZone) };
}

function customRange({ startDate, endDate, timeZone }: DateRangeInput): DateRange {
	const start = readDate({ value: startDate, field: 'Start Date', timeZone, takes: 'first' });
	const end = readDate({ value: endDate, field: 'End Date', timeZone, takes: 'last' });
	return {
		start: 'day' in start ? startOfDay(start.day, timeZone) : start.instant,
		end: 'day' in end ? endOfDay(end.day, timeZone) : end.instant,
	};
}

/** "The data is for 14 to 20 November 2026, America/Sao_Paulo." */
export function daysHint(range: DateRange, parts: number): string {
	const days = `The data is for ${rangeText(range)}, ${range.start.zoneName}.`;
	if (parts === 1) return days;
	return `${days} The service accepts at most ${MAX_DAYS} days at once, so they are fetched in up to ${parts} parts, oldest first. Totals are per part, not for the whole range.`;
}

export function isOfWholeDays(range: DateRange): boolean {
	const { start, end } = wholeDays(range);
	// Nobody writes the milliseconds of 23:59:59.
	return +range.start === +start && range.end.toUnixInteger() === end.toUnixInteger();
}

/** Times of day are named where not all days are whole. */
function rangeText(range: DateRange): string {
	const { start, end } = range;
	if (isOfWholeDays(range)) return spanText(dayOf(start), dayOf(end));
	return `${inEnglish(start, 'd MMMM yyyy HH:mm')} to ${inEnglish(end, 'd MMMM yyyy HH:mm')}`;
}

function spanText(first: Day, last: Day): string {
	const whole = inEnglish(last, 'd MMMM yyyy');
	if (first.equals(last)) return whole;
	if (first.year !== last.year) return `${inEnglish(first, 'd MMMM yyyy')} to ${whole}`;
	return `${inEnglish(first, first.month === last.month ? 'd' : 'd MMMM')} to ${whole}`;
}

function inEnglish(time: DateTime, format: string): string {
	return time.toFormat(format, { locale: 'en' });
}
