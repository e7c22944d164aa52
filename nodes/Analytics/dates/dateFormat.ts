import { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';

/**
 * Writes a date as the query wants it. The specification does not show the format (2.1), so the
 * user can choose: `date` (2026-11-01), `dateTime` (ISO 8601 with offset), or a Luxon format.
 */
export function formatDate(date: DateTime, format: string): string {
	if (format === 'date') return date.toFormat('yyyy-MM-dd');
	if (format === 'dateTime') return date.toISO() as string;
	if (!writesWholeDate(format)) {
		throw new InputError(
			`Options > Date Format does not write the whole date: ${format.slice(0, 40)}`,
			'Choose Date, Date and Time, or enter a Luxon format such as yyyy/MM/dd.',
		);
	}
	return date.toFormat(format);
}

/** A day, and others that differ from it in the day, the month or the year alone (which is a common one, too). */
const DAY = DateTime.utc(1987, 6, 5);
const OTHERS = [{ days: 1 }, { months: 1 }, { years: 2 }].map((more) => DAY.plus(more));

function writesWholeDate(format: string): boolean {
	return OTHERS.every((other) => other.toFormat(format) !== DAY.toFormat(format));
}
