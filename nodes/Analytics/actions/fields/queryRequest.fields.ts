import type { INodeProperties } from 'n8n-workflow';
import { QUERIES } from '../../queryNames';

const NOTE =
	'Some queries are open to certain customers only, for example Commerce to those with the conversational commerce engine.';

export const queryNameField: INodeProperties = {
	displayName: 'Query Name',
	name: 'queryName',
	type: 'options',
	options: QUERIES.map(({ domain, name, queryName }) => ({
		name: `${domain}: ${name}`,
		value: queryName,
		description: queryName,
	})),
	default: 'messages_by_day',
	required: true,
	description: `The data to get. ${NOTE} With an expression, any other query name can be given.`,
};

/** The fields that make a query (section 2.1), as they stand in the editor. */
export const queryRequestFields: INodeProperties[] = [
	queryNameField,
	{
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
				name: 'Last Month',
				value: 'lastMonth',
				description: 'The whole calendar month before this one',
			},
			{
				name: 'This Month',
				value: 'thisMonth',
				description: 'From the first of the month until today',
			},
			{ name: 'Yesterday', value: 'yesterday', description: 'The whole day before today' },
		],
		default: 'yesterday',
		description:
			'The days to get data for. The service takes at most 30 days at once (see Options > Split Long Ranges) and remembers 90 days.',
	},
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

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Only get data that matches all of these. Not every filter applies to every query.',
	options: [
		filter('Campaign Name', 'campaignName', 'Name of a campaign'),
		filter('Flow', 'flow', 'Identifier of a flow'),
		filter('Last Status', 'lastStatus', 'Last status of a message or notification'),
		filter('Notification Template', 'notificationTemplate', 'Template of a notification'),
		filter('Store ID', 'storeId', 'Identifier of a store'),
		filter('Storefront', 'storefront', 'Name of a storefront'),
		filter('User ID', 'userId', 'Identifier of a user'),
	],
};

function filter(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, type: 'string', default: '', description };
}
