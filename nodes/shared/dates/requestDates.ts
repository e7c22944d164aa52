import { DateTime, IANAZone } from 'luxon';
import { InputError } from '../errors';
import { dayOf, startOfDay } from './calendarDays';
import { type DateRange, type DateRangeInput, resolveDateRange } from './dateRange';

/** What the specification does not show (section 2.1). */
export interface DateForm {
	/** `date` (2026-11-01), `dateTime` (ISO 8601 with offset), or a Luxon format. */
	dateFormat: string;
	endDateIncluded: boolean;
	timeZoneForm: 'name' | 'offset';
}

export type RequestDates = Record<'timeZone' | 'startDate' | 'endDate', string>;

/** @throws InputError */
export function datesOf(input: DateRangeInput, now: Date, form: DateForm): RequestDates {
	return requestDates(resolveDateRange(input, now), input.timeZone, form);
}

export function requestDates(
	{ start, end }: DateRange,
	timeZone: string,
	{ dateFormat, endDateIncluded, timeZoneForm }: DateForm,
): RequestDates {
	return {
		startDate: formatDate(start, dateFormat),
		endDate: endDateIncluded ? formatDate(end, dateFormat) : firstAfter(end, dateFormat),
		timeZone: timeZoneForm === 'offset' ? start.toFormat('ZZ') : timeZone,
	};
}

/** @param end the last moment of a day, unless the format writes its time */
function firstAfter(end: DateTime, dateFormat: string): string {
	const nextDay = startOfDay(dayOf(end).plus({ days: 1 }), end.zoneName as string);
	return formatDate(+end === +nextDay - 1 ? nextDay : end, dateFormat);
}

export function writesTime(dateFormat: string): boolean {
	const at = (hour: number) => formatDate(DateTime.utc(1987, 6, 5, hour), dateFormat);
	return at(0) !== at(13);
}

export function hasTwoOffsets({ start, end }: DateRange): boolean {
	return start.offset !== end.offset;
}

/** @throws InputError where the format does not write the whole date */
export function formatDate(date: DateTime, format: string): string {
	if (format === 'date') return date.toFormat('yyyy-MM-dd');
	if (format === 'dateTime') return date.toISO() as string;
	if (writesWholeDate(format)) return date.toFormat(format);
	throw new InputError(
		`Date Format in the credential does not write the whole date: ${format.slice(0, 40)}`,
		'Choose Date, Date and Time, or enter a Luxon format such as yyyy/MM/dd.',
	);
}

/** Two dates that differ in the day, the month or the year alone are written differently. */
function writesWholeDate(format: string): boolean {
	const day = DateTime.utc(1987, 6, 5);
	const others = [{ days: 1 }, { months: 1 }, { years: 2 }].map((more) => day.plus(more));
	return others.every((other) => other.toFormat(format) !== day.toFormat(format));
}

/** An IANA name; the workflow's for an empty text. @throws InputError if no such zone exists */
export function resolveTimeZone(value: string, workflowTimeZone: string): string {
	const name = value.trim() || workflowTimeZone;
	if (IANAZone.isValidZone(name)) return name;
	const advice = 'Use a name such as America/Sao_Paulo or Europe/London.';
	throw new InputError(`Time Zone is unknown: ${name.slice(0, 40)}`, advice);
}
