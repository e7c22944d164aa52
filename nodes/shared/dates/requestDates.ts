import { IANAZone } from 'luxon';
import { InputError } from '../errors';
import { type DateRange, type DateRangeInput, isoDay, resolveDateRange } from './dateRange';

/** The two forms that the service documents. */
export interface DateForm {
	dateFormat: 'dateTime' | 'date';
	/** This only matters for `date`, since `dateTime` names the last second of the end date. */
	endDateIncluded: boolean;
}

export type RequestDates = Record<'timeZone' | 'startDate' | 'endDate', string>;

/** The dates of a request for the range that the user has chosen. @throws InputError */
export function datesOf(input: DateRangeInput, now: Date, form: DateForm): RequestDates {
	return requestDates(resolveDateRange(input, now), input.timeZone, form);
}

/** The dates of a request, in the form that the service expects. */
export function requestDates(
	{ start, end }: DateRange,
	timeZone: string,
	{ dateFormat, endDateIncluded }: DateForm,
): RequestDates {
	if (dateFormat === 'dateTime') {
		return { timeZone, startDate: `${isoDay(start)} 00:00:00`, endDate: `${isoDay(end)} 23:59:59` };
	}
	const last = endDateIncluded ? end : end.plus({ days: 1 });
	return { timeZone, startDate: isoDay(start), endDate: isoDay(last) };
}

/** "2026-11-01 to 2026-11-30"; a single day is named once. */
export function daysOf({
	startDate,
	endDate,
}: Pick<RequestDates, 'startDate' | 'endDate'>): string {
	return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}

/** Advice for a refusal that may be about the dates. */
export const IF_DATES_ARE_REFUSED =
	'If it is the dates that the service refuses, change Date Format in the credential (More Settings).';

/** The name of an IANA time zone: that of the workflow for an empty text. @throws InputError if there is no such zone */
export function resolveTimeZone(value: string, workflowTimeZone: string): string {
	const name = value.trim() || workflowTimeZone;
	if (IANAZone.isValidZone(name)) return name;
	const advice = 'Use a name such as America/Sao_Paulo or Europe/London.';
	throw new InputError(`Time Zone is unknown: ${name.slice(0, 40)}`, advice);
}
