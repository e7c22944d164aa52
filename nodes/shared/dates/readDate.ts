import { DateTime } from 'luxon';
import { InputError } from '../errors';

export interface DateField {
	/** As it is written, trimmed. */
	text: string;
	field: string;
	timeZone: string;
}

/** A time of 24:00 is refused, because it is the midnight of the next day, which nobody means by this date. */
const DATE = /^\d{4}-\d{2}-\d{2}([T ](?!24)\d{2}.*)?$/;

/**
 * Reads a day from `2026-11-01`, or from a text that continues with a time.
 *
 * A text without an offset means the day as it is written, even if the clocks change on that day. A time
 * with an offset is a moment, so its day depends on the time zone, unless it is written as midnight in UTC: databases give
 * a day without a time so. Everything else is an error, including what Luxon would complete, such
 * as `2026-11`.
 * @throws InputError
 */
export function readDate({ text, field, timeZone }: DateField): DateTime {
	if (text === '') {
		const advice = 'Choose a date. If it is an expression, check that it gives a value.';
		throw new InputError(`${field} is empty`, advice);
	}
	const date = dateOf(text, timeZone);
	if (date?.isValid) return date;
	throw new InputError(
		`${field} is not a date: ${text.slice(0, 40)}`,
		'Write a day of the calendar as year-month-day, for example 2026-11-01.',
	);
}

function dateOf(text: string, zone: string): DateTime | undefined {
	if (!DATE.test(text)) return undefined;
	// UTC has every time of the day, while the clocks of other zones skip some.
	const date = parsed(text, 'UTC');
	// A text with an offset is the same moment in every zone.
	const isMoment = date.toMillis() === parsed(text, 'UTC+1').toMillis();
	return isMoment ? ofMoment(date, zone) : date;
}

/** A moment in the time zone, or in UTC if it is midnight there by its own offset, as PostgreSQL's `date` is in n8n. */
function ofMoment(moment: DateTime, zone: string): DateTime {
	const isMidnight = moment.offset === 0 && moment.toMillis() === moment.startOf('day').toMillis();
	return isMidnight ? moment : moment.setZone(zone);
}

function parsed(text: string, zone: string): DateTime {
	const options = { zone, setZone: true };
	const iso = DateTime.fromISO(text, options);
	return iso.isValid ? iso : DateTime.fromSQL(text, options);
}
