import { Settings } from 'luxon';
import {
	type DateForm,
	type DateRangeInput,
	partsOf,
	type RequestDates,
	resolveDateRange,
	resolveTimeZone,
	shownDays,
	withSentDates,
} from '../../../../nodes/shared/dates/dateRange';

const NOON = '2026-11-21T12:00:00Z';

function resolve(input: Partial<DateRangeInput>, now = NOON) {
	return resolveDateRange({ dateRange: 'custom', timeZone: 'UTC', ...input }, new Date(now));
}

/** "2026-11-14 to 2026-11-20" */
function daysOf({ startDate, endDate }: RequestDates): string {
	return `${startDate} to ${endDate}`;
}

describe('a date range without dates of its own', () => {
	it.each([
		{ dateRange: 'today', now: NOON, days: '2026-11-21 to 2026-11-21' },
		{ dateRange: 'lastDays', now: NOON, days: '2026-11-14 to 2026-11-20' },
		{ dateRange: 'lastWeek', now: '2026-11-22T12:00:00Z', days: '2026-11-09 to 2026-11-15' },
		{ dateRange: 'thisMonth', now: NOON, days: '2026-11-01 to 2026-11-21' },
		{ dateRange: 'lastMonth', now: '2026-03-31T12:00:00Z', days: '2026-02-01 to 2026-02-28' },
	] as const)('$dateRange at $now is $days', ({ dateRange, now, days }) => {
		expect(daysOf(resolve({ dateRange, days: 7 }, now))).toBe(days);
	});

	it('counts the days in the time zone', () => {
		const yesterday = resolve(
			{ dateRange: 'yesterday', timeZone: 'America/Sao_Paulo' },
			// It is still the day before in São Paulo.
			'2026-11-21T02:00:00Z',
		);
		expect(daysOf(yesterday)).toBe('2026-11-19 to 2026-11-19');
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
		message: 'Start Date (2026-11-03) is after the last day (2026-11-02)',
		advice: 'The last day is End Date',
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
		parts: ['2026-10-01 to 2026-10-30', '2026-10-31'],
	},
	{
		what: '90 days, from the oldest that the service keeps',
		startDate: '2026-08-23',
		endDate: '2026-11-20',
		parts: ['2026-08-23 to 2026-09-21', '2026-09-22 to 2026-10-21', '2026-10-22 to 2026-11-20'],
	},
])('is fetched in parts of at most 30 days: $what', ({ startDate, endDate, parts }) => {
	expect(partsOf(resolve({ startDate, endDate })).map(shownDays)).toEqual(parts);
});

it.each(['2026-11-21', '2027-11-22'])(
	'leaves out the days after today, which have no data: until %s',
	(endDate) => {
		const range = resolve({ startDate: '2026-11-19', endDate });
		expect(daysOf(range)).toBe('2026-11-19 to 2026-11-21');
	},
);

afterEach(() => {
	Settings.defaultLocale = 'en';
});

it('writes days in the digits of ISO, whatever locale another node has set', () => {
	Settings.defaultLocale = 'fa';
	expect(daysOf(resolve({ dateRange: 'yesterday' }))).toBe('2026-11-20 to 2026-11-20');
});

const NOVEMBER = {
	timeZone: 'America/Sao_Paulo',
	startDate: '2026-11-01',
	endDate: '2026-11-30',
};

const DATE_AND_TIME: DateForm = { dateFormat: 'dateTime', endDateIncluded: true };
const DATE: DateForm = { dateFormat: 'date', endDateIncluded: true };
/** The end date is the first day without data. */
const DATE_WITHOUT_END: DateForm = { dateFormat: 'date', endDateIncluded: false };

it.each([
	{ form: DATE_AND_TIME, startDate: '2026-11-01 00:00:00', endDate: '2026-11-30 23:59:59' },
	{ form: DATE, startDate: '2026-11-01', endDate: '2026-11-30' },
	{ form: DATE_WITHOUT_END, startDate: '2026-11-01', endDate: '2026-12-01' },
])('the dates of a request have the form $form', ({ form, startDate, endDate }) => {
	expect(withSentDates(NOVEMBER, form)).toEqual({ ...NOVEMBER, startDate, endDate });
});

it('the time zone is the one that is entered, or that of the workflow, and must exist', () => {
	expect(resolveTimeZone('  ', 'Asia/Kolkata')).toBe('Asia/Kolkata');
	expect(resolveTimeZone(' America/Sao_Paulo ', 'UTC')).toBe('America/Sao_Paulo');
	expect(() => resolveTimeZone('GMT+3h', 'UTC')).toThrow('Time Zone is unknown: GMT+3h');
});
