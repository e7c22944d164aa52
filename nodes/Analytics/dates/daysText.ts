import type { DateTime } from 'luxon';
import { dayOf } from './calendarDays';
import type { DateRange } from './dateRange';

/** The days of a range in words: "14 to 20 November 2026, America/Sao_Paulo". */
export function daysText({ start, end }: DateRange, timeZone: string): string {
	const [first, last] = [start, end].map((date) => dayOf(date.setZone(timeZone)));
	return `${between(first!, last!)}, ${timeZone}`;
}

/** What both days have in common is said once. */
function between(first: DateTime, last: DateTime): string {
	const whole = written(last, 'd MMMM yyyy');
	if (first.equals(last)) return whole;
	if (first.year !== last.year) return `${written(first, 'd MMMM yyyy')} to ${whole}`;
	return `${written(first, first.month === last.month ? 'd' : 'd MMMM')} to ${whole}`;
}

function written(day: DateTime, format: string): string {
	return day.toFormat(format, { locale: 'en' });
}
