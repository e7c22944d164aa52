import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { QUERIES } from '../../queryNames';
import type { ItemContext } from '../itemContext';

export const queryNameField: INodeProperties = {
	displayName: 'Query Name',
	name: 'queryName',
	type: 'resourceLocator',
	default: { mode: 'list', value: 'messages_by_day', cachedResultName: 'Messages: By Day' },
	required: true,
	description:
		'The data to get. Some queries are open to certain customers only, for example Commerce to those with the conversational commerce engine.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchQueries', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. messages_by_day',
		},
	],
};

/** The queries by domain, those that contain all words of the filter. */
export async function searchQueries(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const words = filter.toLowerCase().split(/\s+/);
	const results = QUERIES.map(({ domain, name, queryName }) => ({
		name: `${domain}: ${name}`,
		value: queryName,
		description: queryName,
	})).filter(({ name, value }) => {
		const text = `${name} ${value}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
	return { results };
}

/** Workflows saved before it was a list with two modes have plain text, as expressions give it. */
const schema = z
	.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
	.transform((name) => name.trim());

/** @returns empty if none was chosen, which only the query of a job may be */
export function readOptionalQueryName(item: ItemContext): string {
	const name = schema.safeParse(item.parameter('queryName', ''));
	return name.success ? name.data : '';
}

/** @throws InputError naming the field */
export function readQueryName(item: ItemContext): string {
	const name = readOptionalQueryName(item);
	if (name !== '') return name;
	throw new InputError('Query Name is empty', 'Choose a query from the list, or enter its name.');
}
