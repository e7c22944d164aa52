import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { type FieldTable, readCollection, readField, text, whole } from '../../../shared/field';
import { choiceField, locatorModes, numberField, textField } from '../../../shared/makeField';
import type { DateRangeInput, DateRangeName } from '../../../shared/dates/dateRange';
import {
	MAX_DAYS_BACK,
	resolveDateRange,
	wholeDays,
	windowsOf,
} from '../../../shared/dates/dateRange';
import { daysHint, daysText } from '../../../shared/dates/daysText';
import type { RequestDates } from '../../../shared/dates/requestDates';
import {
	hasTwoOffsets,
	requestDates,
	resolveTimeZone,
	writesTime,
} from '../../../shared/dates/requestDates';
import type { QueryBody } from '../../transport/analyticsApi';
import type { Item } from '../item';
import { byModel, withToolDefault } from './tool';

export const queryNameField: INodeProperties = {
	displayName: 'Query Name',
	name: 'queryName',
	type: 'resourceLocator',
	default: { mode: 'list', value: 'messages_by_day', cachedResultName: 'Messages: By Day' },
	required: true,
	description:
		'The data to get. Some queries, such as Commerce, are open to certain customers only.',
	modes: locatorModes('searchQueries', {
		displayName: 'By Name',
		name: 'name',
		placeholder: 'e.g. messages_by_day',
	}),
};

export const queryNameSchema = z
	.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
	.catch('')
	.transform((name) => name.trim());

export function readQueryName(value: unknown): string {
	const name = queryNameSchema.parse(value);
	if (name !== '') return name;
	throw new InputError('Query Name is empty', 'Choose a query from the list, or enter its name.');
}

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

const days = {
	...numberField('Days', 'days', 7, {
		typeOptions: { minValue: 1, maxValue: MAX_DAYS_BACK },
		displayOptions: { show: { dateRange: ['lastDays'] } },
		description: 'How many days, the last of which is yesterday',
	}),
	schema: whole({ max: MAX_DAYS_BACK }),
};

function customDate(displayName: string, name: string, day: string, what: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		displayOptions: { show: { dateRange: ['custom'] } },
		default: '',
		required: true,
		placeholder: `e.g. ${day}`,
		description: what,
	};
}

const startDate = customDate('Start Date', 'startDate', '2026-11-01', 'First day');
const endDate = customDate('End Date', 'endDate', '2026-11-30', 'Last day, included');

/** As a tool, the model defines query and days: with fixed ones, it could answer one question only. */
export const requestFields: INodeProperties[] = [
	...withToolDefault(queryNameField, { mode: 'name', value: byModel(queryNameField) }),
	...withToolDefault(dateRange.field, 'custom'),
	days.field,
	...withToolDefault(startDate, byModel(startDate)),
	...withToolDefault(endDate, byModel(endDate)),
];

const filterSchema = z.preprocess((value) => value ?? '', text).transform((value) => value.trim());
const filter = (label: string, name: string) => textField(label, name, filterSchema, {});

const FILTERS = {
	campaignName: filter('Campaign Name', 'campaignName'),
	flow: filter('Flow ID', 'flow'),
	lastStatus: filter('Last Status', 'lastStatus'),
	notificationTemplate: filter('Notification Template', 'notificationTemplate'),
	storeId: filter('Store ID', 'storeId'),
	storefront: filter('Storefront Name', 'storefront'),
	userId: filter('User ID', 'userId'),
} satisfies FieldTable;

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Only get data that matches all of these',
	options: Object.values(FILTERS).map(({ field }) => field),
};

/** 2.1: all filters are strings, and optional; what is empty is not sent. */
function readFilters(item: Item): Pick<QueryBody, 'customFilters'> {
	const added = item.parameter('filters') ?? {};
	const filters = Object.entries(readCollection(FILTERS, added, 'Filters'));
	const given = filters.filter(([, value]) => value !== '');
	const empty = filters.filter(([name, value]) => value === '' && Object.hasOwn(added, name));
	const labels = empty.map(([name]) => FILTERS[name as keyof typeof FILTERS].field.displayName);
	if (labels.length > 0) item.warn(`Filters without a value were left out: ${labels.join(', ')}.`);
	return given.length > 0 ? { customFilters: Object.fromEntries(given) } : {};
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
export function readRequests(item: Item, timeZone: string): AnalyticsRequest[] {
	const queryName = readQueryName(item.parameter('queryName'));
	const filters = readFilters(item);
	const input = readRange(item, timeZone);
	const { summary, hints, warnings, windows } = item.run.remembered(input, () =>
		resolveDays(item, input),
	);
	item.run.hints.add(summary, item.itemIndex, 'last');
	for (const message of hints) item.hint(message);
	for (const message of warnings) item.warn(message);
	return windows.map(({ sent, shown }) => ({
		body: { queryName, ...sent, ...filters },
		content: { queryName, ...shown },
	}));
}

/** Only the fields that the editor shows are read. */
function readRange(item: Item, timeZone: string): DateRangeInput {
	const input: DateRangeInput = {
		dateRange: readField(dateRange, item.parameter('dateRange')),
		timeZone,
	};
	if (input.dateRange === 'lastDays') input.days = readField(days, item.parameter('days'));
	if (input.dateRange === 'custom') {
		input.startDate = item.parameter('startDate');
		input.endDate = item.parameter('endDate');
	}
	return input;
}

interface Days {
	summary: string;
	hints: string[];
	warnings: string[];
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
	const isRounded = daysText(range, zone) !== daysText(chosen, zone);
	const isShifted = details.timeZoneForm === 'offset' && windows.some(hasTwoOffsets);
	const shown = { ...details, dateFormat: hasTime ? 'dateTime' : 'date', endDateIncluded: true };
	return {
		summary: daysHint(range, windows.length, zone),
		hints: [...(chosen.isCut ? [IN_THE_FUTURE] : []), ...(isRounded ? [WHOLE_DAYS] : [])],
		warnings: isShifted ? [CLOCKS_CHANGE] : [],
		windows: windows.map((window) => ({
			sent: requestDates(window, zone, details),
			shown: requestDates(window, zone, shown),
		})),
	};
}
