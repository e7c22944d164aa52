import type { Connection } from '../../../shared/credential/connection';
import { z } from 'zod';
import { type Field, type FieldTable, isObject, text, whole } from '../../../shared/field';
import { choiceField, collectionField, numberField, textField } from '../../../shared/makeField';
import type { DateRangeInput, DateRangeName } from '../../../shared/dates/dateRange';
import {
	daysHint,
	daysText,
	MAX_DAYS,
	MAX_DAYS_BACK,
	resolveDateRange,
	wholeDays,
	windowsOf,
} from '../../../shared/dates/dateRange';
import type { RequestDates } from '../../../shared/dates/requestDates';
import {
	datesOf,
	hasTwoOffsets,
	requestDates,
	resolveTimeZone,
	writesTime,
} from '../../../shared/dates/requestDates';
import { queryNameField } from '../../queries';
import type { QueryBody } from '../../transport/analyticsApi';
import type { Item } from '../run';
import { byModel } from './tool';

const dateRange = choiceField<DateRangeName>(
	'Date Range',
	'dateRange',
	{
		yesterday: ['Yesterday'],
		today: ['Today', 'The day so far'],
		lastDays: ['Last N Days', 'Until yesterday'],
		lastWeek: ['Last Week', 'Monday to Sunday'],
		thisMonth: ['This Month', 'Until today'],
		lastMonth: ['Last Month'],
		custom: ['Custom', 'Between two dates of your choice'],
	},
	{
		default: 'yesterday',
		description:
			'Whole days, at most 90 days back. To get only days that earlier runs have not, see the example Only new days.',
	},
);

const days = numberField('Days', 'days', 7, {
	typeOptions: { minValue: 1, maxValue: MAX_DAYS_BACK },
	displayOptions: { show: { dateRange: ['lastDays'] } },
	description: 'How many days, the last of which is yesterday',
	schema: whole({ max: MAX_DAYS_BACK }),
});

/** `readDate` checks them, since that takes the time zone. */
function customDate(displayName: string, name: string, day: string, what: string): Field<unknown> {
	return {
		field: {
			displayName,
			name,
			type: 'dateTime',
			displayOptions: { show: { dateRange: ['custom'] } },
			default: '',
			required: true,
			placeholder: `e.g. ${day}`,
			description: what,
		},
		schema: z.unknown(),
	};
}

const startDate = customDate('Start Date', 'startDate', '2026-11-01', 'First day');
const endDate = customDate('End Date', 'endDate', '2026-11-30', 'Last day, included');

/** As a tool, the model defines query and days: with fixed ones, it could answer one question only. */
export const requestFields = [
	{ ...queryNameField, toolDefault: { mode: 'name', value: byModel('Query_Name') } },
	{ ...dateRange, toolDefault: 'custom' },
	days,
	{ ...startDate, toolDefault: byModel('Start_Date') },
	{ ...endDate, toolDefault: byModel('End_Date') },
];

const filterSchema = text.transform((value) => value.trim());
const filter = (displayName: string, name: string) => ({
	...textField(displayName, name, filterSchema, {}),
	absent: undefined,
});

const FILTERS = {
	campaignName: filter('Campaign Name', 'campaignName'),
	flow: filter('Flow ID', 'flow'),
	lastStatus: filter('Last Status', 'lastStatus'),
	notificationTemplate: filter('Notification Template', 'notificationTemplate'),
	storeId: filter('Store ID', 'storeId'),
	storefront: filter('Storefront Name', 'storefront'),
	userId: filter('User ID', 'userId'),
} satisfies FieldTable;

const filters = collectionField('Filters', 'filters', FILTERS, {
	placeholder: 'Add Filter',
	description: 'Only get data that matches all of these',
});

/** The expression of a filter may give nothing; still, the filter was added. */
export const filtersField = { ...filters, schema: z.preprocess(nothingAsEmpty, filters.schema) };

function nothingAsEmpty(added: unknown): unknown {
	if (!isObject(added)) return added;
	return Object.fromEntries(Object.entries(added).map(([name, value]) => [name, value ?? '']));
}

/** 2.1: all filters are strings, and optional; what is empty is not sent. */
function readFilters(item: Item): Pick<QueryBody, 'customFilters'> {
	const added = Object.entries(item.read(filtersField)).filter(([, value]) => value !== undefined);
	const filled = added.filter(([, value]) => value !== '');
	const empty = added.filter(([, value]) => value === '');
	const labels = empty.map(([name]) => FILTERS[name as keyof typeof FILTERS].field.displayName);
	if (labels.length > 0) item.warn(`Filters without a value were left out: ${labels.join(', ')}.`);
	return filled.length > 0 ? { customFilters: Object.fromEntries(filled) } : {};
}

const CLOCKS_CHANGE =
	'The clocks change within the range, and the credential sends the time zone as an offset (More Settings > Time Zone Format): after the change, days begin an hour off.';

const IN_THE_FUTURE = 'End Date is in the future, so the data ends with today.';

const WHOLE_DAYS =
	'Start Date or End Date has a time, but only days are sent. If the service accepts times, choose Date and Time as the Date Format in the credential (More Settings).';

export interface AnalyticsRequest {
	/** As the service reads dates. */
	body: QueryBody;
	/** As the user does, for items and file names. */
	content: QueryBody;
}

/** One request for each window of at most 30 days, oldest first, all checked. @throws InputError */
export async function readRequests(item: Item, timeZone: string): Promise<AnalyticsRequest[]> {
	const queryName = item.read(queryNameField);
	const filters = readFilters(item);
	const range = readRange(item, timeZone);
	// Dates take long to work out.
	const { result: days } = await item.once({ range }, async () => resolveDays(item, range));
	for (const hint of days.hints) item.hint(...hint);
	return days.windows.map(({ sent, shown }) => ({
		body: { queryName, ...sent, ...filters },
		content: { queryName, ...shown },
	}));
}

function readRange(item: Item, timeZone: string): DateRangeInput {
	const input: DateRangeInput = { dateRange: item.read(dateRange), timeZone };
	if (input.dateRange === 'lastDays') input.days = item.read(days);
	if (input.dateRange === 'custom') {
		input.startDate = item.read(startDate);
		input.endDate = item.read(endDate);
	}
	return input;
}

interface Days {
	hints: Array<Parameters<Item['hint']>>;
	/** As the service reads dates, and as the user does. */
	windows: Array<Record<'sent' | 'shown', RequestDates>>;
}

/** @throws InputError */
function resolveDays({ workflowTimeZone, connection, now }: Item, input: DateRangeInput): Days {
	const zone = resolveTimeZone(input.timeZone, workflowTimeZone);
	const chosen = resolveDateRange({ ...input, timeZone: zone }, now);
	const { details } = connection;
	const hasTime = writesTime(details.dateFormat);
	const range = hasTime ? chosen : wholeDays(chosen);
	const windows = windowsOf(range);
	const hints: Days['hints'] = [[daysHint(range, windows.length, zone), 'last']];
	if (chosen.isCut) hints.push([IN_THE_FUTURE]);
	if (daysText(range, zone) !== daysText(chosen, zone)) hints.push([WHOLE_DAYS]);
	if (details.timeZoneForm === 'offset' && windows.some(hasTwoOffsets)) {
		hints.push([CLOCKS_CHANGE, 'warning']);
	}
	const shown = { ...details, dateFormat: hasTime ? 'dateTime' : 'date', endDateIncluded: true };
	return {
		hints,
		windows: windows.map((window) => ({
			sent: requestDates(window, zone, details),
			shown: requestDates(window, zone, shown),
		})),
	};
}

/** For the columns of a query, which are the same on every day. */
export function recentRequest(
	queryName: string,
	{ connection, timeZone, now }: { connection: Connection; timeZone: string; now: Date },
): QueryBody {
	const days = { dateRange: 'lastDays', days: MAX_DAYS, timeZone } as const;
	return { queryName, ...datesOf(days, now, connection.details) };
}
