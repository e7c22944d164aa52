import { DateTime } from 'luxon';
import {
	aboutDates,
	aboutEndDate,
	type DateForm,
	requestDates,
	resolveTimeZone,
} from '../../../../nodes/shared/dates/requestDates';

const ZONE = 'America/Sao_Paulo';
const TIMES: DateForm = { dateFormat: 'dateTime', endDateIncluded: true };
const DATES: DateForm = { dateFormat: 'date', endDateIncluded: true };
const DAY_AFTER: DateForm = { dateFormat: 'date', endDateIncluded: false };
const DAYS = { start: DateTime.utc(2026, 11, 1), end: DateTime.utc(2026, 11, 30) };

it('a refusal of dates shows them, and names the other form', () => {
	const shown = (form: DateForm) => aboutDates(requestDates(DAYS, ZONE, form), form);
	expect(shown(TIMES)).toBe(
		'The dates were sent as 2026-11-01 00:00:00 to 2026-11-30 23:59:59 (America/Sao_Paulo). If they are what the service refuses, set Date Format to Date in the credential (More Settings).',
	);
	expect(shown(DATES)).toContain('2026-11-01 to 2026-11-30');
	expect(shown(DATES)).toContain('set Date Format to Date and Time');
});

it('only days without a time leave a doubt about the last one', () => {
	expect([TIMES, DAY_AFTER].map(aboutEndDate)).toEqual(['', '']);
	expect(aboutEndDate(DATES)).toMatch(/ Date and Time .* or turn off End Date Included there\.$/);
});

it('a time zone is the one that is named, or that of the workflow', () => {
	expect(resolveTimeZone('  ', 'Asia/Kolkata')).toBe('Asia/Kolkata');
	expect(resolveTimeZone(' America/Sao_Paulo ', 'UTC')).toBe('America/Sao_Paulo');
	expect(() => resolveTimeZone('GMT+3h', 'UTC')).toThrow('Time Zone is unknown: GMT+3h');
});
