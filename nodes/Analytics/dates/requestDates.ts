import type { DateTime } from 'luxon';
import { formatDate } from './dateFormat';
import type { DateRange } from './dateRange';

/** How the service wants to be told days, which the specification does not show (section 2.1). */
export interface DateForm {
	dateFormat: string;
	/** Whether the service includes the end date in its data. */
	endDateIncluded: boolean;
	timeZoneForm: 'name' | 'offset';
}

export interface RequestDates {
	timeZone: string;
	startDate: string;
	endDate: string;
}

/** The days of a window as a query request has them (section 2.1). */
export function requestDates(
	{ start, end }: DateRange,
	timeZone: string,
	{ dateFormat, endDateIncluded, timeZoneForm }: DateForm,
): RequestDates {
	return {
		timeZone: timeZoneForm === 'offset' ? start.toFormat('ZZ') : timeZone,
		startDate: formatDate(start, dateFormat),
		endDate: endDateIncluded ? formatDate(end, dateFormat) : firstAfter(end, dateFormat),
	};
}

/** The first day, or the first moment, that is no longer wanted. */
function firstAfter(end: DateTime, dateFormat: string): string {
	const startOfDay = end.startOf('day');
	const isDayOnly = formatDate(end, dateFormat) === formatDate(startOfDay, dateFormat);
	const isWholeDay = end.valueOf() === end.endOf('day').valueOf();
	return formatDate(isDayOnly || isWholeDay ? startOfDay.plus({ days: 1 }) : end, dateFormat);
}

/** Whether the clocks change within a window, so that one offset is not right for all of it. */
export function hasTwoOffsets({ start, end }: DateRange): boolean {
	return start.offset !== end.offset;
}
