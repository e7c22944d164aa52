import { DateTime } from 'luxon';
import {
	type DateRange,
	type DateRangeName,
	daysHint,
	isOfWholeDays,
	resolveDateRange,
	windowsOf,
} from '../../../../nodes/shared/dates/dateRange';

const NOW = '2026-11-21T12:00:00Z';
const [NEW_YORK, HAVANA, SAO_PAULO] = ['America/New_York', 'America/Havana', 'America/Sao_Paulo'];
const KOLKATA = 'Asia/Kolkata';
const DAY = 'yyyy-MM-dd';
const WITH_TIME = 'MM-dd HH:mm:ssZZ';
const written = ({ start, end }: DateRange, format = DAY) =>
	`${start.toFormat(format)} to ${end.toFormat(format)}`;

const preset = (dateRange: DateRangeName, { now = NOW, timeZone = 'UTC' } = {}) =>
	resolveDateRange({ dateRange, days: 7, timeZone }, new Date(now));
const custom = (startDate: unknown, endDate: unknown, timeZone = 'UTC', now = NOW) =>
	resolveDateRange({ dateRange: 'custom', startDate, endDate, timeZone }, new Date(now));

it.each<[DateRangeName, string, now?: string]>([
	['today', '2026-11-21 to 2026-11-21'],
	['yesterday', '2026-11-20 to 2026-11-20'],
	['lastDays', '2026-11-14 to 2026-11-20'],
	['lastWeek', '2026-11-16 to 2026-11-22', '2026-11-23T12:00Z'],
	['lastWeek', '2026-11-09 to 2026-11-15', '2026-11-22T12:00Z'],
	['thisMonth', '2026-11-01 to 2026-11-21'],
	['lastMonth', '2026-02-01 to 2026-02-28', '2026-03-31T12:00Z'],
	['lastMonth', '2025-12-01 to 2025-12-31', '2026-01-01T12:00Z'],
])('%s is %s', (name, days, now = NOW) => {
	expect(written(preset(name, { now }))).toBe(days);
});

it.each<[DateRangeName, string, string, string]>([
	// The day that it is there.
	['yesterday', SAO_PAULO, '2026-11-21T02:00Z', '11-19 00:00:00-03:00 to 11-19 23:59:59-03:00'],
	// The clocks change: a day of 25 hours, and one of 23.
	['yesterday', NEW_YORK, '2026-11-02T05:30Z', '11-01 00:00:00-04:00 to 11-01 23:59:59-05:00'],
	['lastDays', NEW_YORK, '2026-03-10T12:00Z', '03-03 00:00:00-05:00 to 03-09 23:59:59-04:00'],
	// Midnight comes twice, or is skipped.
	['thisMonth', HAVANA, '2026-11-01T12:00Z', '11-01 00:00:00-04:00 to 11-01 23:59:59-05:00'],
	['yesterday', HAVANA, '2026-03-09T12:00Z', '03-08 01:00:00-04:00 to 03-08 23:59:59-04:00'],
])('%s in %s at %s is %s', (name, timeZone, now, range) => {
	expect(written(preset(name, { now, timeZone }), WITH_TIME)).toBe(range);
});

// As n8n's date picker and {{ $today }} write them.
it('days are whole where they begin and end with their first moment', () => {
	const days = custom('2026-11-17T00:00:00', '2026-11-18T03:00:00Z', SAO_PAULO);
	expect(written(days, WITH_TIME)).toBe('11-17 00:00:00-03:00 to 11-18 23:59:59-03:00');
});

it.each<[string, unknown, unknown, RegExp]>([
	['empty', '', '2026-11-02', /Start Date is empty/],
	['no date', '2026-11-01', 'tomorrow', /End Date is not a date: tomorrow/],
	['swapped', '2026-11-03', '2026-11-02', /End Date .* is before Start Date/],
	['swapped times', '2026-11-03T18:00', '2026-11-03T10:00', /3 10:00:00\) is .*3 18:00:00\)/],
	['in the future', '2026-11-22', '2026-11-23', /in the future/],
	['the 91st day back', '2026-08-22', '2026-08-30', /more than 90 days back/],
])('refuses dates that are %s', (_, start, end, message) => {
	expect(() => custom(start, end)).toThrow(message);
});

it.each<[string, string, string[], timeZone?: string, now?: string]>([
	['2026-08-23', '2026-08-23', ['08-23 00:00 to 08-23 23:59']],
	['2026-11-01T10:00', '2026-11-01T10:00', ['11-01 10:00 to 11-01 10:00']],
	// Days to come have no data.
	['2026-11-20', '2027-11-20', ['11-20 00:00 to 11-21 23:59']],
	['2026-10-01', '2026-10-30', ['10-01 00:00 to 10-30 23:59']],
	['2026-10-01', '2026-10-31', ['10-01 00:00 to 10-30 23:59', '10-31 00:00 to 10-31 23:59']],
	[
		'2026-10-20T10:00',
		'2026-11-20T11:00',
		['10-20 10:00 to 11-18 23:59', '11-19 00:00 to 11-20 11:00'],
	],
	// On 8 March, midnight is skipped.
	[
		'2026-01-07',
		'2026-04-06',
		['01-07 00:00 to 02-05 23:59', '02-06 00:00 to 03-07 23:59', '03-08 01:00 to 04-06 23:59'],
		HAVANA,
		'2026-04-07T12:00Z',
	],
])('%s to %s is fetched in windows of 30 days: %j', (start, end, windows, ...place) => {
	const ranges = windowsOf(custom(start, end, ...place));
	expect(ranges.map((range) => written(range, 'MM-dd HH:mm'))).toEqual(windows);
});

const days = (first: string, last: string) => ({
	start: DateTime.fromISO(first, { zone: SAO_PAULO }),
	end: DateTime.fromISO(last, { zone: SAO_PAULO }).endOf('day'),
});

it.each([
	['2026-11-14', '2026-11-20', '14 to 20 November 2026'],
	['2026-11-14', '2026-11-14', '14 November 2026'],
	['2026-10-28', '2026-11-03', '28 October to 3 November 2026'],
	['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
	['2026-01-05', '2027-01-05', '5 January 2026 to 5 January 2027'],
])('from %s to %s is "%s"', (first, last, words) => {
	expect(daysHint(days(first, last), 1)).toBe(`The data is for ${words}, ${SAO_PAULO}.`);
});

it.each([
	[SAO_PAULO, '01:00', '21:00', '31 October 2026 22:00 to 1 November 2026 18:00'],
	[KOLKATA, '01:00', '21:00', '1 November 2026 06:30 to 2 November 2026 02:30'],
	['UTC', '01:00', '23:59:59.999', '1 November 2026 01:00 to 1 November 2026 23:59'],
])('days that are not whole have times, those of %s: %s to %s', (timeZone, from, to, words) => {
	const at = (time: string) =>
		DateTime.fromISO(`2026-11-01T${time}Z`, { zone: timeZone, locale: 'pt' });
	const range = { start: at(from), end: at(to) };
	expect(daysHint(range, 1)).toBe(`The data is for ${words}, ${timeZone}.`);
	expect(isOfWholeDays(range)).toBe(false);
});

it('the user is told of how many parts, and what they mean for totals', () => {
	const range = days('2026-09-01', '2026-11-02');
	const text = 'The data is for 1 September to 2 November 2026, America/Sao_Paulo.';
	expect([daysHint(range, 1), isOfWholeDays(range)]).toEqual([text, true]);
	expect(daysHint(range, 3)).toBe(
		`${text} The service accepts at most 30 days at once, so they are fetched in up to 3 parts, oldest first. Totals are per part, not for the whole range.`,
	);
});
