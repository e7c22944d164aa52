import { DateTime } from 'luxon';
import { type DateField, readDate } from '../../../../nodes/shared/dates/readDate';

const TIME_ZONE = 'America/Sao_Paulo';

const read = (value: unknown, options: Partial<DateField> = {}) =>
	readDate({ value, field: 'Start Date', timeZone: TIME_ZONE, ...options }).toFormat('yyyy-MM-dd');

describe('a day is read from', () => {
	it.each<[unknown, string]>([
		['2026-11-01', '2026-11-01'],
		[' 2026-11-01 ', '2026-11-01'],
		['2026-11-01T00:00', '2026-11-01'],
		['2026-11-01T10:00', '2026-11-01'],
		['2026-11-01 23:59:59', '2026-11-01'],
		// The day that it is there.
		['2026-11-01T03:00:00.000Z', '2026-11-01'],
		['2026-11-01T02:59:59.999Z', '2026-10-31'],
		['2026-11-01 10:00:00 +14:00', '2026-10-31'],
		[new Date('2026-11-01T02:00:00Z'), '2026-10-31'],
		[DateTime.utc(2026, 11, 1, 3), '2026-11-01'],
		[DateTime.utc(2026, 11, 1, 2), '2026-10-31'],
	])('%p', (value, date) => {
		expect(read(value)).toBe(date);
	});

	it.each([
		['America/Havana', '2026-11-01'],
		['America/Havana', '2026-03-08'],
		['Atlantic/Azores', '2026-10-25'],
		['Atlantic/Azores', '2026-03-29'],
	])('in %s the day %s, whose midnight comes twice or never', (timeZone, day) => {
		const today = DateTime.fromISO(`${day}T12:00`, { zone: timeZone }).startOf('day');
		for (const value of [day, `${day}T00:00:00`, today, today.toISO()]) {
			expect(read(value, { timeZone })).toBe(day);
		}
	});
});

describe('never is a date guessed from', () => {
	it.each<unknown>([
		...['2026-11', '2026', 2026, '2026-W45-1', '2026-305', 'T10:00', '2026-11-01T24:00'],
		...['2026-02-30', '2026-13-01', '20261101', 'tomorrow', 1793545200, true, {}],
		...[new Date(Number.NaN), DateTime.invalid('none')],
	])('%p', (value) => {
		expect(() => read(value)).toThrow(/^Start Date is not a date: /);
	});

	it.each([' ', undefined, null])('%p, which is empty', (value) => {
		expect(() => read(value, { field: 'End Date' })).toThrow('End Date is empty');
	});
});
