import { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';
import { type Day, dayOf } from './calendarDays';

/** A date field as it was given: a whole day, or an instant. */
export type GivenDate = { day: Day } | { instant: DateTime };

export interface DateField {
	/** Text, a Unix timestamp, a Date or a Luxon DateTime. */
	value: unknown;
	/** As the editor calls it. */
	field: string;
	/** Of text without an offset. */
	timeZone: string;
	/** Of a time that comes twice, when the clocks are set back. */
	takes: 'first' | 'last';
}

const DAY = /^\d{4}-\d{2}-\d{2}$|^\d{8}$/;
/** A day with a time: what stands behind the hours is left to Luxon. */
const TIME = /^(\d{4}-\d{2}-\d{2}|\d{8})[T ]\d{2}/;
const OFFSET = /[T ].*[+-](\d{2}):?(\d{2})?$/;
/** The largest one in use is +14:00. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** Since 2001, and for the next 200 years, timestamps have so many digits. */
const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;

/**
 * Reads what a date field or an expression gives: a day (2026-11-01), a time (2026-11-01T10:00, with
 * or without an offset), a Unix timestamp in seconds or milliseconds, a Date or a Luxon DateTime. All
 * else is an error, also what Luxon would complete to some day, such as 2026-11 or 10:00.
 *
 * @throws InputError that names the field
 */
export function readDate({ value, field, timeZone, takes }: DateField): GivenDate {
	if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
		throw new InputError(`${field} is empty`, 'Choose a date, for example 2026-11-01.');
	}
	const isObject = DateTime.isDateTime(value) || value instanceof Date;
	const text = textOf(value);
	const date = isObject ? ofObject(value, timeZone) : ofText(text, timeZone);
	if (!date?.isValid) {
		throw new InputError(
			`${field} is not a date: ${text.slice(0, 40)}`,
			'Write it as year-month-day, for example 2026-11-01, with a time as 2026-11-01T10:00, or give a Unix timestamp.',
		);
	}
	if (!isObject && DAY.test(text)) return { day: dayOf(date) };
	const hasOffset = isObject || !TIME.test(text) || OFFSET.test(text) || /[Zz]$/.test(text);
	return { instant: hasOffset ? date : ofTwo(date, takes) };
}

function ofObject(value: DateTime | Date, timeZone: string): DateTime {
	if (DateTime.isDateTime(value)) return value.setZone(timeZone);
	return DateTime.fromJSDate(value, { zone: timeZone });
}

function ofText(text: string, zone: string): DateTime | undefined {
	// The day of a text has no time in which to be ambiguous.
	if (DAY.test(text)) return DateTime.fromISO(text, { zone: 'utc' });
	if (SECONDS.test(text)) return DateTime.fromSeconds(Number(text), { zone });
	if (MILLISECONDS.test(text)) return DateTime.fromMillis(Number(text), { zone });
	if (!TIME.test(text) || !isOffset(text)) return undefined;
	const iso = DateTime.fromISO(text, { zone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}

function isOffset(text: string): boolean {
	const [, hours = '0', minutes = '0'] = OFFSET.exec(text) ?? [];
	return Number(minutes) < 60 && Number(hours) * 60 + Number(minutes) <= MAX_OFFSET_MINUTES;
}

/** When the clocks are set back, by an hour or half of one, the times of that hour come twice. */
function ofTwo(date: DateTime, takes: 'first' | 'last'): DateTime {
	const onTheClock = (time: DateTime) => time.toISO({ includeOffset: false });
	const others = [60, 30].map((minutes) =>
		date.plus({ minutes: takes === 'first' ? -minutes : minutes }),
	);
	return others.find((other) => onTheClock(other) === onTheClock(date)) ?? date;
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value);
}
