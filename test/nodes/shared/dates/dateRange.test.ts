import { DateTime } from 'luxon';
import {
	type DateRange,
	type DateRangeInput,
	daysHint,
	type ResolvedRange,
	resolveDateRange,
	windowsOf,
} from '../../../../nodes/shared/dates/dateRange';

const NOON = '2026-11-21T12:00:00Z';

function resolve(input: Partial<DateRangeInput>, now = NOON): ResolvedRange {
	return resolveDateRange({ dateRange: 'custom', timeZone: 'UTC', ...input }, new Date(now));
}

/** "2026-11-14 to 2026-11-20" */
function shownDays({ start, end }: DateRange): string {
	return `${start.toFormat('yyyy-MM-dd')} to ${end.toFormat('yyyy-MM-dd')}`;
}

describe('a date range without dates of its own', () => {
	it.each([
		{ dateRange: 'today', now: NOON, days: '2026-11-21 to 2026-11-21' },
		{ dateRange: 'lastDays', now: NOON, days: '2026-11-14 to 2026-11-20' },
		{ dateRange: 'lastWeek', now: '2026-11-22T12:00:00Z', days: '2026-11-09 to 2026-11-15' },
		{ dateRange: 'thisMonth', now: NOON, days: '2026-11-01 to 2026-11-21' },
		{ dateRange: 'lastMonth', now: '2026-03-31T12:00:00Z', days: '2026-02-01 to 2026-02-28' },
	] as const)('$dateRange at $now is $days', ({ dateRange, now, days }) => {
		expect(shownDays(resolve({ dateRange, days: 7 }, now))).toBe(days);
	});

	it('counts the days in the time zone', () => {
		const yesterday = resolve(
			{ dateRange: 'yesterday', timeZone: 'America/Sao_Paulo' },
			// It is still the day before in São Paulo.
			'2026-11-21T02:00:00Z',
		);
		expect(shownDays(yesterday)).toBe('2026-11-19 to 2026-11-19');
	});
});

it.each([
	{
		reason: 'one of them is empty',
		startDate: '',
		endDate: '2026-11-02',
		message: 'Start Date is empty',
	},
	{
		reason: 'one of them is no date',
		startDate: '2026-11-01',
		endDate: 'tomorrow',
		message: 'End Date is not a date: tomorrow',
	},
	{
		reason: 'they are swapped',
		startDate: '2026-11-03',
		endDate: '2026-11-02',
		message: 'End Date (2026-11-02) is before Start Date (2026-11-03)',
		advice: 'Swap them.',
	},
	{
		reason: 'the range begins in the future',
		startDate: '2026-11-22',
		endDate: '2026-11-23',
		message: 'Start Date (2026-11-22) is in the future',
		advice: 'Today is 2026-11-21 in the time zone UTC.',
	},
	{
		reason: 'the range begins 91 days ago',
		startDate: '2026-08-22',
		endDate: '2026-08-30',
		message: 'Start Date (2026-08-22) is more than 90 days back',
		advice: 'The service keeps 90 days: choose 2026-08-23 or later.',
	},
])('refuses dates if $reason', ({ startDate, endDate, message, advice = '' }) => {
	const description = expect.stringContaining(advice) as string;
	const error = expect.objectContaining({ message, description }) as Error;
	expect(() => resolve({ startDate, endDate })).toThrow(error);
});

it.each([
	{
		what: '31 days',
		startDate: '2026-10-01',
		endDate: '2026-10-31',
		windows: ['2026-10-01 to 2026-10-30', '2026-10-31 to 2026-10-31'],
	},
	{
		what: '90 days, from the oldest that the service keeps',
		startDate: '2026-08-23',
		endDate: '2026-11-20',
		windows: ['2026-08-23 to 2026-09-21', '2026-09-22 to 2026-10-21', '2026-10-22 to 2026-11-20'],
	},
])('is fetched in windows of at most 30 days: $what', ({ startDate, endDate, windows }) => {
	expect(windowsOf(resolve({ startDate, endDate })).map(shownDays)).toEqual(windows);
});

it.each([
	{ endDate: '2026-11-21', isCut: undefined },
	{ endDate: '2027-11-22', isCut: true },
])('leaves out the days after today, which have no data: until $endDate', ({ endDate, isCut }) => {
	const range = resolve({ startDate: '2026-11-19', endDate });
	expect(shownDays(range)).toBe('2026-11-19 to 2026-11-21');
	expect(range.isCut).toBe(isCut);
});

describe('the hint about the days of the data', () => {
	/** The days have another locale, to show that the hint is always in English. */
	function rangeOf(first: string, last: string): DateRange {
		return {
			start: DateTime.fromISO(first, { zone: 'utc', locale: 'pt' }),
			end: DateTime.fromISO(last, { zone: 'utc', locale: 'pt' }),
		};
	}

	it.each([
		{ first: '2026-11-14', last: '2026-11-20', days: '14 November 2026 to 20 November 2026' },
		{ first: '2026-11-14', last: '2026-11-14', days: '14 November 2026' },
	])('says "$days" for $first to $last', ({ first, last, days }) => {
		expect(daysHint(rangeOf(first, last), 'America/Sao_Paulo')).toBe(
			`The data is for ${days}, America/Sao_Paulo.`,
		);
	});
});
