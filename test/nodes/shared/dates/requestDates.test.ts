import { DateTime } from 'luxon';
import {
	aboutDates,
	aboutEndDate,
	daysOf,
	type DateForm,
	requestDates,
	resolveTimeZone,
} from '../../../../nodes/shared/dates/requestDates';

const NOVEMBER = { start: DateTime.utc(2026, 11, 1), end: DateTime.utc(2026, 11, 30) };

const DATE_AND_TIME: DateForm = { dateFormat: 'dateTime', endDateIncluded: true };
const DATE: DateForm = { dateFormat: 'date', endDateIncluded: true };
/** The end date is the first day without data. */
const DATE_WITHOUT_END: DateForm = { dateFormat: 'date', endDateIncluded: false };

it.each([
	{ form: DATE_AND_TIME, startDate: '2026-11-01 00:00:00', endDate: '2026-11-30 23:59:59' },
	{ form: DATE, startDate: '2026-11-01', endDate: '2026-11-30' },
	{ form: DATE_WITHOUT_END, startDate: '2026-11-01', endDate: '2026-12-01' },
])('the dates of a request have the form $form', ({ form, startDate, endDate }) => {
	const dates = requestDates(NOVEMBER, 'America/Sao_Paulo', form);
	expect(dates).toEqual({ timeZone: 'America/Sao_Paulo', startDate, endDate });
});

it('the advice after a refusal that may be about the dates shows them, and suggests the other form', () => {
	const dates = requestDates(NOVEMBER, 'America/Sao_Paulo', DATE);
	expect(aboutDates(dates, DATE)).toBe(
		'The dates were sent as 2026-11-01 to 2026-11-30 (America/Sao_Paulo). If they are what the service refuses, set Date Format to Date and Time in the credential (More Settings).',
	);
	expect(aboutDates(dates, DATE_AND_TIME)).toContain('set Date Format to Date in');
});

it('the advice about data that is missing is given where the service may leave out the end date', () => {
	expect(aboutEndDate(DATE)).toMatch(/ Date and Time .* or turn off End Date Included there\.$/);
	expect(aboutEndDate(DATE_AND_TIME)).toBe('');
	expect(aboutEndDate(DATE_WITHOUT_END)).toBe('');
});

it('the time zone is the one that is entered, or that of the workflow, and must exist', () => {
	expect(resolveTimeZone('  ', 'Asia/Kolkata')).toBe('Asia/Kolkata');
	expect(resolveTimeZone(' America/Sao_Paulo ', 'UTC')).toBe('America/Sao_Paulo');
	expect(() => resolveTimeZone('GMT+3h', 'UTC')).toThrow('Time Zone is unknown: GMT+3h');
});

it('names a single day once', () => {
	const startDate = '2026-11-01';
	expect(daysOf({ startDate, endDate: startDate })).toBe(startDate);
	expect(daysOf({ startDate, endDate: '2026-11-30' })).toBe('2026-11-01 to 2026-11-30');
});
