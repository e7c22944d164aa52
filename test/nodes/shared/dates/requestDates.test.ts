import { DateTime } from 'luxon';
import { endOfDay } from '../../../../nodes/shared/dates/calendarDays';
import type { DateRange } from '../../../../nodes/shared/dates/dateRange';
import {
	type DateForm,
	formatDate,
	hasTwoOffsets,
	requestDates,
	resolveTimeZone,
} from '../../../../nodes/shared/dates/requestDates';

const ZONE = 'America/Sao_Paulo';
const FORM: DateForm = { dateFormat: 'date', endDateIncluded: true, timeZoneForm: 'name' };
const at = (text: string, zone = ZONE) => DateTime.fromISO(text, { zone });
const DAYS = { start: at('2026-11-01'), end: at('2026-11-30').endOf('day') };
const UNTIL_THREE = { start: DAYS.start, end: at('2026-11-30T15:00') };
const AFTER = { endDateIncluded: false };
const AT_TIMES = { ...AFTER, dateFormat: 'dateTime' };
const until = (last: string, zone: string) => ({ ...DAYS, end: endOfDay(at(last, 'utc'), zone) });
const SANTIAGO = until('2026-09-06', 'America/Santiago');
const HAVANA = until('2026-10-31', 'America/Havana');

it.each<[string, DateRange, Partial<DateForm>, string]>([
	['the last day', DAYS, {}, '2026-11-30'],
	['the day after, where the end is left out', DAYS, AFTER, '2026-12-01'],
	['its midnight', DAYS, AT_TIMES, '2026-12-01T00:00:00.000-03:00'],
	['its midnight, after one that is skipped', SANTIAGO, AT_TIMES, '2026-09-07T00:00:00.000-03:00'],
	['the first of two midnights', HAVANA, AT_TIMES, '2026-11-01T00:00:00.000-04:00'],
	['a time', UNTIL_THREE, AT_TIMES, '2026-11-30T15:00:00.000-03:00'],
])('sends as the end %s', (_, days, form, endDate) => {
	expect(requestDates(days, ZONE, { ...FORM, ...form })).toEqual({
		timeZone: ZONE,
		startDate: formatDate(DAYS.start, form.dateFormat ?? 'date'),
		endDate,
	});
});

it.each([
	['UTC', '+00:00'],
	['Asia/Kolkata', '+05:30'],
])('writes the zone %s as the offset %s', (zone, timeZone) => {
	const days = { start: at('2026-11-01', zone), end: at('2026-11-02', zone) };
	expect(requestDates(days, zone, { ...FORM, timeZoneForm: 'offset' }).timeZone).toBe(timeZone);
});

it('knows whether the clocks change within the days', () => {
	const berlin = (text: string) => at(text, 'Europe/Berlin');
	expect(hasTwoOffsets(DAYS)).toBe(false);
	expect(hasTwoOffsets({ start: berlin('2026-10-24'), end: berlin('2026-10-26') })).toBe(true);
});

it.each([
	['date', '2026-11-01'],
	['dateTime', '2026-11-01T10:20:30.000-03:00'],
	['yyyy/MM/dd HH:mm', '2026/11/01 10:20'],
])('the date format %s writes %s', (format, text) => {
	expect(formatDate(at('2026-11-01T10:20:30'), format)).toBe(text);
});

it.each([' ', 'yyyy-MM', 'MM/dd', 'yy-dd'])(
	'the date format %j is refused, from which the day cannot be told',
	(format) => {
		expect(() => formatDate(DAYS.start, format)).toThrow(
			'Date Format in the credential does not write the whole date',
		);
	},
);

it('a time zone is the one that is named, or that of the workflow', () => {
	expect(resolveTimeZone('  ', 'Asia/Kolkata')).toBe('Asia/Kolkata');
	expect(resolveTimeZone(' America/Sao_Paulo ', 'UTC')).toBe('America/Sao_Paulo');
	expect(() => resolveTimeZone('GMT+3h', 'UTC')).toThrow('Time Zone is unknown: GMT+3h');
});
