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

/** 24:00 is a midnight, but of the day after. */
const DATE = /^\d{4}-\d{2}-\d{2}([T ](?!24)\d{2}.*)?$/;

/**
 * Reads a day (2026-11-01), or the day of a time: that of n8n's date picker (2026-11-01T00:00:00), a
 * Date or a Luxon DateTime. All else is an error, also what Luxon would complete, such as 2026-11.
 * @throws InputError
 */
export function readDate({ value, field, timeZone }: DateField): Day {
	if ((typeof value === 'string' ? value.trim() : (value ?? '')) === '') {
		const advice = 'Choose a date. If it is an expression, check that it gives a value.';
		throw new InputError(`${field} is empty`, advice);
	}
	const time = value instanceof Date ? DateTime.fromJSDate(value) : value;
	const text = typeof value === 'string' ? value.trim() : String(JSON.stringify(value));
	const date = DateTime.isDateTime(time) ? time.setZone(timeZone) : ofText(text, timeZone);
	if (date?.isValid) return dayOf(date);
	const advice = 'Write it as year-month-day, for example 2026-11-01.';
	throw new InputError(`${field} is not a date: ${text.slice(0, 40)}`, advice);
}

function ofText(text: string, zone: string): DateTime | undefined {
	if (!DATE.test(text)) return undefined;
	const iso = DateTime.fromISO(text, { zone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}
