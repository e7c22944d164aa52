import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { QUERIES } from '../../queryNames';
import type { ItemContext } from '../itemContext';

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
	description: `The data to get. ${NOTE} With an expression, you can enter any other query name.`,
};

const schema = z.string().trim();

/** @returns empty if none was chosen, which only the query of a job may be */
export function readOptionalQueryName(item: ItemContext): string {
	const name = schema.safeParse(item.parameter('queryName', ''));
	return name.success ? name.data : '';
}

/** @throws InputError naming the field */
export function readQueryName(item: ItemContext): string {
	const name = readOptionalQueryName(item);
	if (name !== '') return name;
	throw new InputError('Query Name is empty', 'Choose a query from the list.');
}
