import type { DateTime } from 'luxon';
import { dayOf, endOfDay, startOfDay } from './calendarDays';
import type { DateRange } from './dateRange';
import type { DaySpan } from './newDays';

/** The days of a range in words: "14 to 20 November 2026, America/Sao_Paulo". */
export function daysText(range: DateRange, timeZone: string): string {
	return `${rangeText(range, timeZone)}, ${timeZone}`;
}

/** The same without the time zone. Times of day are named where not all days are whole. */
export function rangeText({ start, end }: DateRange, timeZone: string): string {
	const [from, to] = [start.setZone(timeZone), end.setZone(timeZone)];
	const [first, last] = [dayOf(from), dayOf(to)];
	const isWhole = +from === +startOfDay(first, timeZone) && +to === +endOfDay(last, timeZone);
	if (isWhole) return spanText({ first, last });
	return `${written(from, 'd MMMM yyyy HH:mm')} to ${written(to, 'd MMMM yyyy HH:mm')}`;
}

/** Whole days in words. What the first and the last have in common is said once. */
export function spanText({ first, last }: DaySpan): string {
	const whole = written(last, 'd MMMM yyyy');
	if (first.equals(last)) return whole;
	if (first.year !== last.year) return `${written(first, 'd MMMM yyyy')} to ${whole}`;
	return `${written(first, first.month === last.month ? 'd' : 'd MMMM')} to ${whole}`;
}

function written(day: DateTime, format: string): string {
	return day.toFormat(format, { locale: 'en' });
}
