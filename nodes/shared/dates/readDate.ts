import { DateTime } from 'luxon';
import { InputError } from '../errors';

/** A calendar day, as its midnight in UTC, where each has 24 hours. */
export type Day = DateTime;

export function dayOf({ year, month, day }: DateTime): Day {
	return DateTime.utc(year, month, day);
}

export function isoDay(day: Day): string {
	return day.toFormat('yyyy-MM-dd');
}

export interface DateField {
	value: unknown;
	field: string;
	timeZone: string;
}

/** A time of 24:00 is refused: it is the midnight of the day after, which nobody means by this date. */
const DATE = /^\d{4}-\d{2}-\d{2}([T ](?!24)\d{2}.*)?$/;

/**
 * Reads a day: `2026-11-01`, a text that begins with one and goes on with a time, a Date or a Luxon
 * DateTime. A text without an offset means the day as it is written, whatever clocks of the time zone
 * do on that day. A time with an offset, a Date or a DateTime is a moment, so its day is that of the
 * time zone. All else is an error, also what Luxon would complete, such as `2026-11`.
 * @throws InputError
 */
export function readDate({ value, field, timeZone }: DateField): Day {
	const given = typeof value === 'string' ? value.trim() : (value ?? '');
	if (given === '') {
		const advice = 'Choose a date. If it is an expression, check that it gives a value.';
		throw new InputError(`${field} is empty`, advice);
	}
	const date = dateOf(given, timeZone);
	if (date?.isValid) return dayOf(date);
	const text = typeof given === 'string' ? given : String(JSON.stringify(value));
	const advice = 'Write it as year-month-day, for example 2026-11-01.';
	throw new InputError(`${field} is not a date: ${text.slice(0, 40)}`, advice);
}

function dateOf(value: unknown, zone: string): DateTime | undefined {
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	if (DateTime.isDateTime(value)) return value.setZone(zone);
	return typeof value === 'string' ? dateOfText(value, zone) : undefined;
}

function dateOfText(text: string, zone: string): DateTime | undefined {
	if (!DATE.test(text)) return undefined;
	// UTC has all times, while clocks of other zones leave out some.
	const date = parsed(text, 'UTC');
	// Only a text without an offset is another moment in another zone.
	const isMoment = date.toMillis() === parsed(text, 'UTC+1').toMillis();
	return isMoment ? date.setZone(zone) : date;
}

function parsed(text: string, zone: string): DateTime {
	const iso = DateTime.fromISO(text, { zone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}
