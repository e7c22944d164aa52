import { DateTime } from 'luxon';
import {
	calendarDays,
	type DateRangeName,
	resolveDateRange,
	windowsOf,
} from '../../../../nodes/Analytics/dates/dateRange';

const NOW = new Date('2026-11-21T12:00:00Z');

function days(dateRange: DateRangeName, { now = NOW, timeZone = 'UTC' } = {}): string[] {
	const { start, end } = resolveDateRange({ dateRange, timeZone }, now);
	return [start.toFormat('yyyy-MM-dd'), end.toFormat('yyyy-MM-dd')];
}

function custom(startDate: unknown, endDate: unknown, timeZone = 'UTC') {
	return resolveDateRange({ dateRange: 'custom', startDate, endDate, timeZone }, NOW);
}

describe('presets', () => {
	it.each<[DateRangeName, string, string]>([
		['today', '2026-11-21', '2026-11-21'],
		['yesterday', '2026-11-20', '2026-11-20'],
		['last7Days', '2026-11-14', '2026-11-20'],
		['last30Days', '2026-10-22', '2026-11-20'],
		['last90Days', '2026-08-23', '2026-11-20'],
		['thisMonth', '2026-11-01', '2026-11-21'],
		['lastMonth', '2026-10-01', '2026-10-31'],
	])('%s is from %s to %s', (name, start, end) => {
		expect(days(name)).toEqual([start, end]);
	});

	it('takes the day that it is in the time zone', () => {
		const now = new Date('2026-11-21T02:00:00Z');
		expect(days('yesterday', { now, timeZone: 'America/Sao_Paulo' })).toEqual([
			'2026-11-19',
			'2026-11-19',
		]);
		expect(days('yesterday', { now, timeZone: 'Asia/Kolkata' })).toEqual([
			'2026-11-20',
			'2026-11-20',
		]);
	});

	it('takes whole days across a change of daylight saving', () => {
		// In New York, 1 November 2026 has 25 hours and 8 March 2026 has 23.
		const autumn = resolveDateRange(
			{ dateRange: 'yesterday', timeZone: 'America/New_York' },
			new Date('2026-11-02T05:30:00Z'),
		);
		expect(autumn.start.toISO()).toBe('2026-11-01T00:00:00.000-04:00');
		expect(autumn.end.toISO()).toBe('2026-11-01T23:59:59.999-05:00');
		const spring = resolveDateRange(
			{ dateRange: 'last7Days', timeZone: 'America/New_York' },
			new Date('2026-03-10T12:00:00Z'),
		);
		expect(calendarDays(spring)).toBe(7);
	});

	it('are right where midnight is skipped or comes twice', () => {
		const timeZone = 'America/Havana';
		const november = new Date('2026-11-10T12:00:00Z');
		expect(days('lastMonth', { now: november, timeZone })).toEqual(['2026-10-01', '2026-10-31']);
		const { start } = resolveDateRange({ dateRange: 'thisMonth', timeZone }, november);
		expect(start.toISO()).toBe('2026-11-01T00:00:00.000-04:00');
		const march = new Date('2026-03-09T12:00:00Z');
		const { start: first, end: last } = resolveDateRange(
			{ dateRange: 'yesterday', timeZone },
			march,
		);
		expect(first.toISO()).toBe('2026-03-08T01:00:00.000-04:00');
		expect(last.toISO()).toBe('2026-03-08T23:59:59.999-04:00');
	});

	it('are whole days and whole months on every day of a year, and their windows touch', () => {
		const timeZone = 'America/Havana';
		for (let number = 0; number < 365; number += 1) {
			const today = DateTime.utc(2026, 1, 1).plus({ days: number });
			const now = today.set({ hour: 12 }).toJSDate();
			const before = (count: number) => today.minus({ days: count }).toFormat('yyyy-MM-dd');
			const month = today.minus({ months: 1 });
			expect(days('lastMonth', { now, timeZone })).toEqual([
				month.toFormat('yyyy-MM-01'),
				`${month.toFormat('yyyy-MM')}-${month.daysInMonth}`,
			]);

			const dates = { startDate: before(90), endDate: before(0) };
			const range = resolveDateRange({ dateRange: 'custom', timeZone, ...dates }, now);
			const windows = windowsOf(range, true);
			expect(windows.map(calendarDays)).toEqual([30, 30, 30, 1]);
			for (const [at, { start }] of windows.slice(1).entries()) {
				expect(windows[at]!.end.toMillis() + 1).toBe(start.toMillis());
			}
		}
	});
});

describe('custom dates', () => {
	it('reads days, times, offsets, SQL, Date and Luxon objects in the time zone', () => {
		const zone = 'America/Sao_Paulo';
		expect(custom('2026-11-01', '2026-11-02', zone).end.toISO()).toBe(
			'2026-11-02T23:59:59.999-03:00',
		);
		expect(custom('2026-11-01T10:00:00', '2026-11-02 11:00:00', zone).end.toISO()).toBe(
			'2026-11-02T11:00:00.000-03:00',
		);
		expect(custom('2026-11-01T01:00:00Z', '2026-11-02', zone).start.toISO()).toBe(
			'2026-10-31T22:00:00.000-03:00',
		);
		const date = new Date('2026-11-05T00:00:00Z');
		expect(custom(date, DateTime.fromJSDate(date), zone).start.toISO()).toBe(
			'2026-11-04T21:00:00.000-03:00',
		);
	});

	it.each<[string, unknown, unknown, RegExp]>([
		['empty', '', '2026-11-02', /Start Date is empty/],
		['missing', undefined, '2026-11-02', /Start Date is empty/],
		['no date', '2026-11-01', 'tomorrow', /End Date is not a date: tomorrow/],
		['impossible', '2026-02-30', '2026-11-02', /Start Date is not a date/],
		['swapped', '2026-11-03', '2026-11-02', /End Date .* is before Start Date/],
		['in the future', '2026-11-22', '2026-11-23', /in the future/],
		['too old', '2026-08-22', '2026-08-30', /more than 90 days back/],
	])('refuses dates that are %s', (_, start, end, message) => {
		expect(() => custom(start, end)).toThrow(message);
	});

	it('accepts the 90th day back', () => {
		expect(custom('2026-08-23', '2026-08-23').start.isValid).toBe(true);
	});
});

describe('windows', () => {
	const texts = (start: string, end: string) =>
		windowsOf(custom(start, end), true).map(
			(window) => `${window.start.toFormat('MM-dd')}..${window.end.toFormat('MM-dd')}`,
		);

	it('leaves 30 days alone', () => {
		expect(texts('2026-10-01', '2026-10-30')).toEqual(['10-01..10-30']);
	});

	it('cuts a longer range without gap or overlap', () => {
		expect(texts('2026-10-01', '2026-10-31')).toEqual(['10-01..10-30', '10-31..10-31']);
		expect(texts('2026-08-25', '2026-11-20')).toEqual([
			'08-25..09-23',
			'09-24..10-23',
			'10-24..11-20',
		]);
	});

	it('keeps the times at both ends', () => {
		const windows = windowsOf(custom('2026-10-01T10:00:00', '2026-11-05T11:00:00'), true);
		expect(windows.map(({ start, end }) => [start.toISO(), end.toISO()])).toEqual([
			['2026-10-01T10:00:00.000Z', '2026-10-30T23:59:59.999Z'],
			['2026-10-31T00:00:00.000Z', '2026-11-05T11:00:00.000Z'],
		]);
	});

	it('refuses a longer range when it may not be split', () => {
		expect(() => windowsOf(custom('2026-10-01', '2026-10-31'), false)).toThrow(
			'The date range is 31 days wide, the service takes at most 30',
		);
	});
});
