import { DateTime, IANAZone } from 'luxon';
import { InputError } from '../errors';
import { readDate } from './readDate';

/** How many calendar days the service accepts in one request (section 8). */
export const MAX_DAYS = 30;
/** How many calendar days back the service keeps data (section 8). */
export const MAX_DAYS_BACK = 90;

/** A calendar day, represented by its midnight in UTC, where every day has 24 hours. */
type Day = DateTime;

function dayOf({ year, month, day }: DateTime): Day {
	return DateTime.utc(year, month, day);
}

function isoDay(day: Day): string {
	return day.toISODate()!;
}

const UTC = { zone: 'utc' };

export type DateRangeName =
	'today' | 'yesterday' | 'lastDays' | 'lastWeek' | 'thisMonth' | 'lastMonth' | 'custom';

export interface DateRangeInput {
	dateRange: DateRangeName;
	/** How many days, for `lastDays`. */
	days?: number;
	startDate?: string;
	endDate?: string;
	timeZone: string;
}

type DateRange = Record<'start' | 'end', Day>;

/** Days as the user reads them, such as 2026-11-30, with the end date included, or as they are sent. */
export type RequestDates = Record<'timeZone' | 'startDate' | 'endDate', string>;

/**
 * The calendar days that the user has chosen. Presets that look back end with yesterday, so that they
 * give the same result all day.
 * @returns the days, which end with today if the user's End Date is in the future
 * @throws InputError for days that the service does not have
 */
export function resolveDateRange(input: DateRangeInput, now: Date): RequestDates {
	const { dateRange, timeZone } = input;
	const today = dayOf(DateTime.fromJSDate(now, { zone: timeZone }));
	const range = dateRange === 'custom' ? customRange(input) : preset(dateRange, today, input.days);
	const { start } = range;
	// Future days have no data, and every 30 of them would cost a call.
	const end = DateTime.min(range.end, today);

	if (start > end) {
		const message = `Start Date (${isoDay(start)}) is after the last day (${isoDay(end)})`;
		const advice = `The last day is End Date, or today (${isoDay(today)} in the time zone ${timeZone}).`;
		throw new InputError(message, advice);
	}
	const oldest = today.minus({ days: MAX_DAYS_BACK });
	if (start < oldest) {
		const advice = `The service keeps ${MAX_DAYS_BACK} days: choose ${isoDay(oldest)} or later.`;
		const message = `Start Date (${isoDay(start)}) is more than ${MAX_DAYS_BACK} days back`;
		throw new InputError(message, advice);
	}
	return { timeZone, startDate: isoDay(start), endDate: isoDay(end) };
}

type Preset = Exclude<DateRangeName, 'custom'>;

function preset(name: Preset, today: Day, days = 1): DateRange {
	const back = (count: number) => today.minus({ days: count });
	const month = today.set({ day: 1 });
	const monday = today.startOf('week');
	const presets: Record<Preset, [start: Day, end: Day]> = {
		today: [today, today],
		yesterday: [back(1), back(1)],
		lastDays: [back(days), back(1)],
		lastWeek: [monday.minus({ days: 7 }), monday.minus({ days: 1 })],
		thisMonth: [month, today],
		lastMonth: [month.minus({ months: 1 }), month.minus({ days: 1 })],
	};
	const [start, end] = presets[name];
	return { start, end };
}

function customRange({ startDate = '', endDate = '', timeZone }: DateRangeInput): DateRange {
	return {
		start: dayOf(readDate({ text: startDate, field: 'Start Date', timeZone })),
		end: dayOf(readDate({ text: endDate, field: 'End Date', timeZone })),
	};
}

/** "2026-11-01 to 2026-11-30"; a single day is named once. */
export function shownDays({ startDate, endDate }: Omit<RequestDates, 'timeZone'>): string {
	return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}

/** The service accepts at most 30 days at once: the same for each part of them, without gaps or overlaps, the oldest first. */
export function partsOf<T extends RequestDates>(whole: T): T[] {
	const last = DateTime.fromISO(whole.endDate, UTC);
	const parts: T[] = [];
	let start = DateTime.fromISO(whole.startDate, UTC);
	for (; start <= last; start = start.plus({ days: MAX_DAYS })) {
		const end = DateTime.min(start.plus({ days: MAX_DAYS - 1 }), last);
		parts.push({ ...whole, startDate: isoDay(start), endDate: isoDay(end) });
	}
	return parts;
}

/** The two forms that the service documents. */
export interface DateForm {
	dateFormat: 'dateTime' | 'date';
	/** This only matters for `date`, since `dateTime` names the last second of the end date. */
	endDateIncluded: boolean;
}

/** The same with its days in the form that the service expects. */
export function withSentDates<T extends RequestDates>(
	request: T,
	{ dateFormat, endDateIncluded }: DateForm,
): T {
	const { startDate, endDate } = request;
	if (dateFormat === 'dateTime') {
		return { ...request, startDate: `${startDate} 00:00:00`, endDate: `${endDate} 23:59:59` };
	}
	if (endDateIncluded) return request;
	return { ...request, endDate: isoDay(DateTime.fromISO(endDate, UTC).plus({ days: 1 })) };
}

/** The name of an IANA time zone: that of the workflow for an empty text. @throws InputError if there is no such zone */
export function resolveTimeZone(value: string, workflowTimeZone: string): string {
	const name = value.trim() || workflowTimeZone;
	if (IANAZone.isValidZone(name)) return name;
	const advice = 'Use a name such as America/Sao_Paulo or Europe/London.';
	throw new InputError(`Time Zone is unknown: ${name.slice(0, 40)}`, advice);
}
