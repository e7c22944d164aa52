import { DateTime } from 'luxon';
import {
	type DateRange,
	type DateRangeName,
	daysHint,
	resolveDateRange,
	windowsOf,
} from '../../../../nodes/shared/dates/dateRange';

const NOW = '2026-11-21T12:00:00Z';
const SAO_PAULO = 'America/Sao_Paulo';
const DAY = 'yyyy-MM-dd';
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

it('days are those of the time zone', () => {
	const yesterday = preset('yesterday', { now: '2026-11-21T02:00Z', timeZone: SAO_PAULO });
	expect(written(yesterday)).toBe('2026-11-19 to 2026-11-19');
});

it.each<[string, unknown, unknown, RegExp]>([
	['empty', '', '2026-11-02', /Start Date is empty/],
	['no date', '2026-11-01', 'tomorrow', /End Date is not a date: tomorrow/],
	['swapped', '2026-11-03', '2026-11-02', /End Date .* is before Start Date/],
	['in the future', '2026-11-22', '2026-11-23', /in the future/],
	['the 91st day back', '2026-08-22', '2026-08-30', /more than 90 days back/],
])('refuses dates that are %s', (_, start, end, message) => {
	expect(() => custom(start, end)).toThrow(message);
});

it.each<[string, string, string[]]>([
	['2026-08-23', '2026-08-23', ['08-23 to 08-23']],
	// Days to come have no data.
	['2026-11-20', '2027-11-20', ['11-20 to 11-21']],
	['2026-10-01', '2026-10-30', ['10-01 to 10-30']],
	['2026-10-01', '2026-10-31', ['10-01 to 10-30', '10-31 to 10-31']],
	['2026-08-23', '2026-11-20', ['08-23 to 09-21', '09-22 to 10-21', '10-22 to 11-20']],
])('%s to %s is fetched in windows of 30 days: %j', (start, end, windows) => {
	const ranges = windowsOf(custom(start, end));
	expect(ranges.map((range) => written(range, 'MM-dd'))).toEqual(windows);
});

const days = (first: string, last: string) => ({
	start: DateTime.fromISO(first, { zone: 'utc', locale: 'pt' }),
	end: DateTime.fromISO(last, { zone: 'utc', locale: 'pt' }),
});

it.each([
	['2026-11-14', '2026-11-20', '14 to 20 November 2026'],
	['2026-11-14', '2026-11-14', '14 November 2026'],
	['2026-10-28', '2026-11-03', '28 October to 3 November 2026'],
	['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
	['2026-01-05', '2027-01-05', '5 January 2026 to 5 January 2027'],
])('from %s to %s is "%s"', (first, last, words) => {
	expect(daysHint(days(first, last), SAO_PAULO, 1)).toBe(`The data is for ${words}, ${SAO_PAULO}.`);
});

it('the user is told of how many parts, and what they mean for totals', () => {
	const range = days('2026-09-01', '2026-11-02');
	const text = 'The data is for 1 September to 2 November 2026, America/Sao_Paulo.';
	expect(daysHint(range, SAO_PAULO, 1)).toBe(text);
	expect(daysHint(range, SAO_PAULO, 3)).toBe(
		`${text} The service accepts at most 30 days at once, so they are fetched in up to 3 parts, oldest first. Totals are per part, not for the whole range.`,
	);
});
