import {
	type DateRangeInput,
	type DateRangeName,
	MAX_DAYS,
	MAX_DAYS_BACK,
	partsOf,
	type RequestDates,
	resolveDateRange,
	resolveTimeZone,
	shownDays,
} from '../../../shared/dates/dateRange';
import { joinedTexts } from '../../../shared/text';
import { type Field, trimmedText, whole } from '../../../shared/fields/field';
import { choiceField, numberField } from '../../../shared/fields/makeField';
import type { ItemToRead } from '../../context';
import type { AnalyticsRequest } from '../../api/analyticsApi';
import { readFilters } from './filters';
import { queryNameField } from './queries';

const dateRange = choiceField<DateRangeName>(
	'Date Range',
	'dateRange',
	{
		yesterday: ['Yesterday'],
		today: ['Today', 'The day so far'],
		lastDays: ['Last N Days', 'Ending with yesterday'],
		lastWeek: ['Last Week', 'Monday to Sunday'],
		thisMonth: ['This Month', 'Up to and including today'],
		lastMonth: ['Last Month'],
		custom: ['Custom', 'Between two dates of your choice'],
	},
	{
		default: 'yesterday',
		description:
			'Whole days, at most 90 days back. To get each day only once, see the example Only new days.',
	},
);

const days = numberField('Days', 'days', 7, {
	typeOptions: { minValue: 1, maxValue: MAX_DAYS_BACK },
	displayOptions: { show: { dateRange: ['lastDays'] } },
	description: 'How many days to get, ending with yesterday',
	schema: whole({ max: MAX_DAYS_BACK }),
});

/** A date of the range Custom. `readDate` checks its value, because that requires the time zone. */
function customDate(displayName: string, name: string, day: string, what: string): Field<string> {
	return {
		property: {
			displayName,
			name,
			type: 'dateTime',
			// Otherwise the editor only accepts a date with a time, and drops a date that is typed alone.
			typeOptions: { dateOnly: true },
			displayOptions: { show: { dateRange: ['custom'] } },
			default: '',
			// Not required: n8n shows a field whose condition is an expression, and would then refuse to run.
			placeholder: `e.g. ${day}`,
			description: what,
		},
		emptyPart: 'error',
		schema: trimmedText,
	};
}

const startDate = customDate('Start Date', 'startDate', '2026-11-01', 'First day, as YYYY-MM-DD');
const endDate = customDate(
	'End Date',
	'endDate',
	'2026-11-30',
	'Last day, as YYYY-MM-DD; it is included',
);

/** The fields that say what is requested. */
export const requestFields = [queryNameField, dateRange, days, startDate, endDate];

/** Reads the fields of a request. @throws InputError */
export async function readRequest(item: ItemToRead, timeZone: string): Promise<AnalyticsRequest> {
	const queryName = item.read(queryNameField);
	const filters = readFilters(item);
	const range = readRange(item, timeZone);
	// Computing dates with time zones takes a while, so equal ranges of several items are computed once.
	const { dates, hint } = await item.memoize({ range }, async () => resolveDates(item, range));
	item.hint(hint);
	return { queryName, ...dates, ...filters };
}

/** "usage_by_user, 2026-11-01 to 2026-11-30, America/Sao_Paulo, only storeId = 7" */
export function aboutRequest(request: AnalyticsRequest): string {
	const { queryName, timeZone, customFilters = {} } = request;
	const filters = Object.entries(customFilters).map((filter) => filter.join(' = '));
	const filtered = filters.length === 0 ? 'without filters' : `only ${filters.join(', ')}`;
	return [queryName, shownDays(request), timeZone, filtered].join(', ');
}

/** A Limit may be reached before the last part, so this does not say how many of them are fetched. */
function aboutParts(parts: number): string {
	return `The service accepts at most ${MAX_DAYS} days at once, so they are divided into ${parts} parts, oldest first. What is in several parts, such as a user, has a row in each of them, with totals for that part only.`;
}

function readRange(item: ItemToRead, timeZone: string): DateRangeInput {
	const input: DateRangeInput = { dateRange: item.read(dateRange), timeZone };
	if (input.dateRange === 'lastDays') input.days = item.read(days);
	if (input.dateRange === 'custom') {
		input.startDate = item.read(startDate);
		input.endDate = item.read(endDate);
	}
	return input;
}

/** The days of a range, and a hint that says which they are. @throws InputError for days that the service does not have */
function resolveDates(
	{ workflowTimeZone, now }: ItemToRead,
	input: DateRangeInput,
): { dates: RequestDates; hint: string } {
	const timeZone = resolveTimeZone(input.timeZone, workflowTimeZone);
	const dates = resolveDateRange({ ...input, timeZone }, now);
	const days = `The data is for ${shownDays(dates)}, ${timeZone}.`;
	const parts = partsOf(dates).length;
	return { dates, hint: joinedTexts([days, parts > 1 ? aboutParts(parts) : '']) };
}

/** A request for the last days of a query, from which its columns are taken: these are the same on every day. */
export function recentRequest(
	queryName: string,
	{ timeZone, now }: { timeZone: string; now: Date },
): AnalyticsRequest {
	const lastDays = { dateRange: 'lastDays', days: MAX_DAYS, timeZone } as const;
	return { queryName, ...resolveDateRange(lastDays, now) };
}
