import { DateTime } from 'luxon';
import {
	formatDate,
	hasTwoOffsets,
	requestDates,
	resolveTimeZone,
} from '../../../../nodes/Analytics/dates/requestDates';

const ZONE = 'America/Sao_Paulo';
const FORM = { dateFormat: 'date', endDateIncluded: true, timeZoneForm: 'name' } as const;
const at = (text: string, zone = ZONE) => DateTime.fromISO(text, { zone });
const DAYS = { start: at('2026-11-01'), end: at('2026-11-30').endOf('day') };

it('writes the days as they were chosen', () => {
	expect(requestDates(DAYS, ZONE, FORM)).toEqual({
		timeZone: ZONE,
		startDate: '2026-11-01',
		endDate: '2026-11-30',
	});
});

it.each([
	['date', '2026-12-01'],
	['dd.MM.yyyy', '01.12.2026'],
	['dateTime', '2026-12-01T00:00:00.000-03:00'],
])('sends the day after as the end, where the end is left out: %s', (dateFormat, endDate) => {
	const form = { ...FORM, dateFormat, endDateIncluded: false };
	expect(requestDates(DAYS, ZONE, form)).toMatchObject({ endDate });
});

it('leaves an end with a time as it is, where the format has a time', () => {
	const days = { start: DAYS.start, end: at('2026-11-30T15:00') };
	const form = { ...FORM, endDateIncluded: false };
	expect(requestDates(days, ZONE, { ...form, dateFormat: 'dateTime' }).endDate).toBe(
		'2026-11-30T15:00:00.000-03:00',
	);
	expect(requestDates(days, ZONE, form).endDate).toBe('2026-12-01');
});

it.each([
	['UTC', '+00:00'],
	['America/Sao_Paulo', '-03:00'],
	['Asia/Kolkata', '+05:30'],
])('writes the zone %s as an offset', (zone, timeZone) => {
	const days = { start: at('2026-11-01', zone), end: at('2026-11-02', zone) };
	expect(requestDates(days, zone, { ...FORM, timeZoneForm: 'offset' }).timeZone).toBe(timeZone);
});

it('knows whether the clocks change within the days', () => {
	const berlin = (text: string) => at(text, 'Europe/Berlin');
	expect(hasTwoOffsets(DAYS)).toBe(false);
	expect(hasTwoOffsets({ start: berlin('2026-10-24'), end: berlin('2026-10-26') })).toBe(true);
});

describe('a date format', () => {
	const date = at('2026-11-01T10:20:30');

	it.each([
		['date', '2026-11-01'],
		['dateTime', '2026-11-01T10:20:30.000-03:00'],
		['yyyy/MM/dd HH:mm', '2026/11/01 10:20'],
	])('%s writes %s', (format, text) => {
		expect(formatDate(date, format)).toBe(text);
	});

	it.each([' ', 'datetime', 'yyyy-MM', 'MM/dd', 'HH:mm', 'yyyy', 'yy-dd'])(
		'%j is refused, from which the day cannot be told',
		(format) => {
			expect(() => formatDate(date, format)).toThrow(
				'Date Format in the credential does not write the whole date',
			);
		},
	);
});

describe('a time zone', () => {
	it('is the one that is named, or that of the workflow', () => {
		expect(resolveTimeZone('  ', 'Asia/Kolkata')).toBe('Asia/Kolkata');
		expect(resolveTimeZone(' America/Sao_Paulo ', 'UTC')).toBe('America/Sao_Paulo');
	});

	it.each(['Mars/Olympus', 'GMT+3h', 'Sao Paulo'])('is not %s', (name) => {
		expect(() => resolveTimeZone(name, 'UTC')).toThrow(`Time Zone is unknown: ${name}`);
	});
});
