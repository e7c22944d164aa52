import { DateTime } from 'luxon';
import {
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
