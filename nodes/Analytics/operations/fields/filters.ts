import {
	optional,
	type OptionalField,
	type FieldTable,
	trimmedText,
} from '../../../shared/fields/field';
import { collectionField, textField } from '../../../shared/fields/makeField';
import type { ItemToRead } from '../../context';
import type { AnalyticsRequest } from '../../api/analyticsApi';

function filter(
	displayName: string,
	name: string,
	more: { description?: string } = {},
): OptionalField<string> {
	return optional(textField(displayName, name, trimmedText, { emptyPart: 'error', ...more }));
}

/** The filters of section 2.1. All of them are strings, and optional. */
const FILTERS = {
	campaignName: filter('Campaign Name', 'campaignName'),
	flow: filter('Flow ID', 'flow'),
	lastStatus: filter('Last Status', 'lastStatus', {
		description: 'For example Sent, Delivered, Read or Error, written as in the data of the query',
	}),
	notificationTemplate: filter('Notification Template', 'notificationTemplate'),
	storeId: filter('Store ID', 'storeId'),
	storefront: filter('Storefront Name', 'storefront'),
	userId: filter('User ID', 'userId'),
} satisfies FieldTable;

export const filtersField = collectionField('Filters', 'filters', FILTERS, {
	placeholder: 'Add Filter',
	description: 'Get only data that matches all of these',
});

/** The filters that the user has added. @throws InputError */
export function readFilters(item: ItemToRead): Pick<AnalyticsRequest, 'customFilters'> {
	const customFilters: Record<string, string> = {};
	for (const [name, value] of Object.entries(item.readCollection(filtersField))) {
		if (value !== undefined) customFilters[name] = value;
	}
	return Object.keys(customFilters).length > 0 ? { customFilters } : {};
}
