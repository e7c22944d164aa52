import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { type FieldTable, readCollection } from '../../../shared/field';
import type { ItemContext } from '../itemContext';

const schema = z
	.union([z.string(), z.number(), z.boolean()])
	.nullish()
	.transform((value) => (value === null || value === undefined ? '' : String(value)));

function filter(displayName: string, name: string, description: string) {
	return {
		field: { displayName, name, type: 'string', default: '', description },
		schema,
	} as const;
}

/** 2.1: the custom filters. */
const FILTERS = {
	campaignName: filter('Campaign Name', 'campaignName', 'Name of a campaign'),
	flow: filter('Flow', 'flow', 'Identifier of a flow'),
	lastStatus: filter('Last Status', 'lastStatus', 'Last status of a message or notification'),
	notificationTemplate: filter(
		'Notification Template',
		'notificationTemplate',
		'Template of a notification',
	),
	storeId: filter('Store ID', 'storeId', 'Identifier of a store'),
	storefront: filter('Storefront', 'storefront', 'Name of a storefront'),
	userId: filter('User ID', 'userId', 'Identifier of a user'),
} satisfies FieldTable;

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description:
		'Only get data that matches all of these. Not every filter applies to every query, and the service does not report one that it ignores.',
	options: Object.values(FILTERS).map(({ field }) => field),
};

/** 2.1: all filters are strings, and optional; what is empty is not sent. */
export function readFilters(item: ItemContext): Record<string, string> | undefined {
	const filters = readCollection(FILTERS, item.parameter('filters', {}), 'Filters');
	const given = Object.entries(filters).filter(([, value]) => value !== '');
	return given.length > 0 ? Object.fromEntries(given) : undefined;
}
