import type { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';

/**
 * Writes a date as the query wants it. The specification does not show the format (2.1), so the
 * user can choose: `date` (2026-11-01), `dateTime` (ISO 8601 with offset), or a Luxon format.
 */
export function formatDate(date: DateTime, format: string): string {
	if (format === 'date') return date.toFormat('yyyy-MM-dd');
	if (format === 'dateTime') return date.toISO() as string;
	const text = date.toFormat(format);
	if (format.trim() === '' || text.trim() === '') {
		throw new InputError(
			'Options > Date Format is empty',
			'Choose Date, Date and Time, or enter a Luxon format such as yyyy-MM-dd.',
		);
	}
	return text;
}
