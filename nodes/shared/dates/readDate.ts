import { DateTime } from 'luxon';
import { InputError } from '../errors';
import { type Day, dayOf, startOfDay } from './calendarDays';

export type GivenDate = { day: Day } | { instant: DateTime };

export interface DateField {
	value: unknown;
	field: string;
	timeZone: string;
	/** Of a time that comes twice, when the clocks are set back. */
	takes: 'first' | 'last';
}

const DAY = /^\d{4}-\d{2}-\d{2}$|^\d{8}$/;
/** 24:00 is a midnight, but of the day after. */
const TIME = /^(\d{4}-\d{2}-\d{2}|\d{8})[T ](?!24)\d{2}/;
const OFFSET = /[T ].*[+-](\d{2}):?(\d{2})?$/;
/** The largest one in use is +14:00. */
const MAX_OFFSET_MINUTES = 14 * 60;

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0 };

const EMPTY =
	'Choose a date, for example 2026-11-01. If it is an expression, check that it gives a value.';

const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;

/**
 * Reads a day (2026-11-01), a time (2026-11-01T10:00, with or without an offset), a Unix timestamp,
 * a Date or a Luxon DateTime. Midnight is that whole day. All else is an error,
 * also what Luxon would complete, such as 2026-11 or 10:00. @throws InputError
 */
export function readDate({ value, field, timeZone, takes }: DateField): GivenDate {
	if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
		throw new InputError(`${field} is empty`, EMPTY);
	}
	const time = value instanceof Date ? DateTime.fromJSDate(value) : value;
	const isObject = DateTime.isDateTime(time);
	const text = textOf(value);
	const date = isObject ? time.setZone(timeZone) : ofText(text, timeZone);
	if (!date?.isValid) {
		throw new InputError(
			`${field} is not a date: ${text.slice(0, 40)}`,
			'Write it as year-month-day, for example 2026-11-01, with a time as 2026-11-01T10:00, or give a Unix timestamp.',
		);
	}
	if (!isObject && DAY.test(text)) return { day: dayOf(date) };
	if (isMidnight(date, timeZone)) return { day: dayOf(date) };
	const hasOffset = isObject || !TIME.test(text) || OFFSET.test(text) || /[Zz]$/.test(text);
	return { instant: hasOffset ? date : ofTwo(date, takes) };
}

function ofText(text: string, zone: string): DateTime | undefined {
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

/**
 * So n8n's date picker and {{ $today }} write a day. Where midnight comes twice, both may be meant;
 * where it is skipped, the day begins later.
 */
function isMidnight(date: DateTime, timeZone: string): boolean {
	return +date === +date.set(MIDNIGHT) || +date === +startOfDay(dayOf(date), timeZone);
}

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
