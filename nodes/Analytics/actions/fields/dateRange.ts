import type { INodeProperties } from 'n8n-workflow';
import { choice, type Field, readField } from '../../../shared/field';
import {
	DATE_RANGES,
	type DateRange,
	type DateRangeName,
	resolveDateRange,
	windowsOf,
} from '../../dates/dateRange';
import { resolveTimeZone } from '../../dates/timeZone';
import type { ItemContext } from '../itemContext';
import { daysHints } from './daysHints';
import { readOptions } from './options';
import { newRange, SINCE_LAST_RUN, sinceLastRunFields } from './sinceLastRun';

const dateRange: Field<DateRangeName | typeof SINCE_LAST_RUN> = {
	field: {
		displayName: 'Date Range',
		name: 'dateRange',
		type: 'options',
		options: [
			{ name: 'Custom', value: 'custom', description: 'Between two dates of your choice' },
			{
				name: 'Last 30 Days',
				value: 'last30Days',
				description: 'The 30 whole days up to and including yesterday',
			},
			{
				name: 'Last 7 Days',
				value: 'last7Days',
				description: 'The 7 whole days up to and including yesterday',
			},
			{
				name: 'Last 90 Days',
				value: 'last90Days',
				description: 'The 90 whole days up to and including yesterday, in parts of 30 days',
			},
			{
				name: 'Last Month',
				value: 'lastMonth',
				description: 'The whole calendar month before this one',
			},
			{
				name: 'Since Last Run',
				value: SINCE_LAST_RUN,
				description:
					'The days up to yesterday that earlier production runs of this node have not delivered yet',
			},
			{
				name: 'This Month',
				value: 'thisMonth',
				description: 'From the first of the month until today',
			},
			{ name: 'Today', value: 'today', description: 'The day so far' },
			{ name: 'Yesterday', value: 'yesterday', description: 'The whole day before today' },
		],
		default: 'yesterday',
		description:
			'The days to get data for. The service accepts at most 30 days at once (see Options > Split Long Ranges) and keeps 90 days.',
	},
	schema: choice([...DATE_RANGES, SINCE_LAST_RUN]),
};

/** The days of a query (section 2.1). */
export const dateRangeFields: INodeProperties[] = [
	dateRange.field,
	...sinceLastRunFields,
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		displayOptions: { show: { dateRange: ['custom'] } },
		default: '',
		required: true,
		placeholder: 'e.g. 2026-11-01',
		description:
			'First day of the data, at most 90 days back. An expression may give a day (2026-11-01), a time (2026-11-01T10:00) or a Unix timestamp.',
	},
	{
		displayName: 'End Date',
		name: 'endDate',
		type: 'dateTime',
		displayOptions: { show: { dateRange: ['custom'] } },
		default: '',
		required: true,
		placeholder: 'e.g. 2026-11-30',
		description:
			'Last day of the data, included. With a time, the data ends at that time. An expression may give the same forms as for Start Date.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. America/Sao_Paulo',
		description:
			"Time zone that days begin and end in. If empty, the workflow's time zone is used (Workflow Settings).",
	},
];

export interface Days {
	/** IANA name. */
	timeZone: string;
	/** The range in windows that the service accepts (section 8), oldest first; none if nothing is new. */
	windows: DateRange[];
}

/** For operations that do not pass on the rows themselves, so that they cannot know what was. */
export const otherDateRangeFields: INodeProperties[] = dateRangeFields
	.filter((field) => !sinceLastRunFields.includes(field))
	.map((field) => (field === dateRange.field ? withoutSinceLastRun(field) : field));

function withoutSinceLastRun({ options = [], ...field }: INodeProperties): INodeProperties {
	const isOther = (option: object) => !('value' in option && option.value === SINCE_LAST_RUN);
	return { ...field, options: options.filter(isOther) };
}

/**
 * Reads the days of a query, in windows of at most 30 days, and tells the user which they are.
 *
 * @param query what it asks for
 * @throws InputError naming the field and the fix
 */
export function readDays(
	item: ItemContext,
	query: { queryName: string; filters: Record<string, string> },
): Days {
	const { splitLongRanges } = readOptions(item.parameter('options', {}), 'splitLongRanges');
	const name = readField(dateRange, item.parameter('dateRange'));
	const timeZone = resolveTimeZone(item.parameter('timeZone', ''), item.workflowTimeZone);
	const custom =
		name === 'custom'
			? { startDate: item.parameter('startDate'), endDate: item.parameter('endDate') }
			: {};
	const range =
		name === SINCE_LAST_RUN
			? newRange(item, { ...query, timeZone })
			: resolveDateRange({ dateRange: name, timeZone, ...custom }, item.now());
	if (!range) return { timeZone, windows: [] };

	const windows = windowsOf(range, splitLongRanges);
	for (const hint of daysHints(windows, timeZone, item.now())) item.hint(hint);
	return { timeZone, windows };
}
