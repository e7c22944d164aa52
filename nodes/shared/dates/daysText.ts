import { DateTime } from 'luxon';
import { type Day, dayOf, endOfDay, startOfDay } from './calendarDays';
import { type DateRange, MAX_DAYS } from './dateRange';

/** "14 to 20 November 2026, America/Sao_Paulo" */
export function daysText(range: DateRange, timeZone: string): string {
	return `${rangeText(range, timeZone)}, ${timeZone}`;
}

/** Times of day are named where not all days are whole. */
function rangeText({ start, end }: DateRange, timeZone: string): string {
	const [from, to] = [start.setZone(timeZone), end.setZone(timeZone)];
	const [first, last] = [dayOf(from), dayOf(to)];
	const isWhole = +from === +startOfDay(first, timeZone) && +to === +endOfDay(last, timeZone);
	if (isWhole) return spanText(first, last);
	return `${written(from, 'd MMMM yyyy HH:mm')} to ${written(to, 'd MMMM yyyy HH:mm')}`;
}

function spanText(first: Day, last: Day): string {
	const whole = written(last, 'd MMMM yyyy');
	if (first.equals(last)) return whole;
	if (first.year !== last.year) return `${written(first, 'd MMMM yyyy')} to ${whole}`;
	return `${written(first, first.month === last.month ? 'd' : 'd MMMM')} to ${whole}`;
}

function written(day: DateTime, format: string): string {
	return day.toFormat(format, { locale: 'en' });
}

export function daysHint(range: DateRange, parts: number, timeZone: string): string {
	const days = `The data is for ${daysText(range, timeZone)}.`;
	if (parts === 1) return days;
	return `${days} The service accepts at most ${MAX_DAYS} days at once, so they are fetched in up to ${parts} parts, oldest first. Totals are per part, not for the whole range.`;
}
