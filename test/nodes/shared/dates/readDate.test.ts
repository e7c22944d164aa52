import { DateTime } from 'luxon';
import { type DateField, readDate } from '../../../../nodes/shared/dates/readDate';

const TIME_ZONE = 'America/Sao_Paulo';

function read(value: unknown, options: Partial<DateField> = {}): string | null {
	const field = { field: 'Start Date', timeZone: TIME_ZONE, takes: 'first' as const };
	const date = readDate({ value, ...field, ...options });
	return 'day' in date ? date.day.toFormat("yyyy-MM-dd 'as a day'") : date.instant.toISO();
}

describe('a date is read from', () => {
	it.each<[unknown, string]>([
		['2026-11-01', '2026-11-01 as a day'],
		[' 2026-11-01 ', '2026-11-01 as a day'],
		['20261101', '2026-11-01 as a day'],
		[20261101, '2026-11-01 as a day'],
		['2026-11-01T00:00', '2026-11-01 as a day'],
		['2026-11-01T03:00:00.000Z', '2026-11-01 as a day'],
		[DateTime.utc(2026, 11, 1, 3), '2026-11-01 as a day'],
		['2026-11-01T00:00:00.001', '2026-11-01T00:00:00.001-03:00'],
		['2026-11-01T10:00', '2026-11-01T10:00:00.000-03:00'],
		['2026-11-01 10:00:05', '2026-11-01T10:00:05.000-03:00'],
		['20261101T100000', '2026-11-01T10:00:00.000-03:00'],
		['2026-11-01T10:00:00.123Z', '2026-11-01T07:00:00.123-03:00'],
		['2026-11-01T10:00+14:00', '2026-10-31T17:00:00.000-03:00'],
		['2026-11-01T10:00:00-0330', '2026-11-01T10:30:00.000-03:00'],
		['2026-11-01 10:00:00 +05:30', '2026-11-01T01:30:00.000-03:00'],
		[1793545200, '2026-11-01T12:00:00.000-03:00'],
		[1793545200123, '2026-11-01T12:00:00.123-03:00'],
		[new Date('2026-11-01T15:00:00Z'), '2026-11-01T12:00:00.000-03:00'],
		[DateTime.utc(2026, 11, 1, 15), '2026-11-01T12:00:00.000-03:00'],
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
		for (const value of [`${day}T00:00:00`, today, today.toISO()]) {
			for (const takes of ['first', 'last'] as const) {
				expect(read(value, { timeZone, takes })).toBe(`${day} as a day`);
			}
		}
	});

	it.each<[string, unknown, string, string]>([
		['America/Havana', '2026-11-01T00:30:00', '00:30:00.000-04:00', '00:30:00.000-05:00'],
		['America/Havana', '2026-11-01T00:30:00-05:00', '00:30:00.000-05:00', '00:30:00.000-05:00'],
		['America/Havana', 1793511000, '00:30:00.000-05:00', '00:30:00.000-05:00'],
		['Australia/Lord_Howe', '2026-04-05T01:45', '01:45:00.000+11:00', '01:45:00.000+10:30'],
	])(
		'in %s %s, which may come twice: as a start %s, as an end %s',
		(timeZone, time, first, last) => {
			const taken = (['first', 'last'] as const).map((takes) => read(time, { timeZone, takes }));
			expect(taken.map((date) => date?.split('T')[1])).toEqual([first, last]);
		},
	);
});

describe('never is a date guessed from', () => {
	it.each<unknown>([
		...['2026-11', '2026', 2026, '2026-W45-1', '2026-305', 'T10:00', '2026-11-01T24:00'],
		...['2026-11-01T10:00+99:00', '2026-11-01T10:00+14:01', '2026-11-01T10:00+15'],
		...['2026-11-01T10:00-03:60', '2026-11-01 10:00:00 +99:00', '2026-02-30', '2026-13-01'],
		...['20261301', 'tomorrow', '179354520', 17935452001, -1793545200, 1793545200.5, true, {}],
		...[new Date(Number.NaN), DateTime.invalid('none')],
	])('%p', (value) => {
		expect(() => read(value)).toThrow(/^Start Date is not a date: /);
	});

	it.each([' ', undefined, null])('%p, which is empty', (value) => {
		expect(() => read(value, { field: 'End Date' })).toThrow('End Date is empty');
	});
});
