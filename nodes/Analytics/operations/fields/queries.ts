import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { QUERIES, QUERY_NAMES } from '../../api/queries';
import { type Field, listValue } from '../../../shared/fields/field';
import { locatorModes } from '../../../shared/fields/makeField';

/**
 * The list of queries in the editor.
 * @param filter words, all of which must be part of the name or the label. An "s" at the end of one does not matter. If
 * nothing matches, all queries are listed, since the editor would show an empty list as if its current choice matched.
 */
export async function searchQueries(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const words = filter
		.toLowerCase()
		.split(/[\s:,]+/)
		.map((word) => word.replace(/s$/, ''));
	const isFound = ([value, domain, name]: (typeof QUERIES)[number]) => {
		const text = `${domain}: ${name} ${value}`.toLowerCase();
		return words.every((word) => text.includes(word));
	};
	const found = QUERIES.filter(isFound);
	const listed = found.length > 0 ? found : QUERIES;
	const results = listed.map(([value, domain, name]) => {
		return { name: `${domain}: ${name}`, value, description: value };
	});
	return { results };
}

export const queryNameField: Field<string> = {
	property: {
		displayName: 'Query Name',
		name: 'queryName',
		type: 'resourceLocator',
		default: { mode: 'list', value: 'messages_by_day', cachedResultName: 'Messages: By Day' },
		required: true,
		description:
			'The data to get. Some queries, such as those of Commerce, are only available to certain customers.',
		modes: locatorModes('searchQueries', ['By Name', 'name', 'e.g. messages_by_day']),
		builderHint: {
			propertyHint: `The value is one of ${QUERY_NAMES.join(', ')}. Orders are in commerce_summary_by_order, the state of each notification in notifications_by_user, and the messages of a day in messages_by_day; run the query once before you use its columns, because they are not known before.`,
		},
	},
	emptyPart: 'error',
	schema: listValue.refine(Boolean, 'Choose a query from the list, or enter its name'),
};
