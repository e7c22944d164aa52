import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { CREDENTIAL } from '../../../shared/client/send';
import { InputError } from '../../../shared/errors';
import { parseCatalogue } from '../../message/catalogue';
import { parseText } from './parseText';

const LABEL = 'Template';
// The list shows the message of an error alone, so it says what to do, too.
const EMPTY = 'Templates in the credential is empty. Paste your templates there, or choose By ID.';

const PLAIN: INodeProperties = {
	displayName: 'Template ID',
	name: 'templateId',
	type: 'string',
	displayOptions: { show: { '@version': [1] } },
	default: '',
	required: true,
	placeholder: 'e.g. order_shipped',
	description: 'ID of the notification template to send',
};

/** By ID, or from the templates that the credential names. */
export const templateFields: INodeProperties[] = [
	PLAIN,
	{
		...PLAIN,
		displayName: LABEL,
		type: 'resourceLocator',
		displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } },
		default: { mode: 'id', value: '' },
		description:
			'The notification template to send. The list has what Templates in the credential names.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. order_shipped' },
		],
	},
];

/** A plain ID too, as nodes of version 1, agents and expressions give it. */
export function parseTemplateId(value: unknown): string {
	return parseText(plainId(value), LABEL);
}

/** The same in the editor, where it may not be chosen yet. */
export function templateIdIn(value: unknown): string {
	const id = plainId(value);
	return typeof id === 'string' ? id.trim() : '';
}

function plainId(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as { value?: unknown }).value : value;
}

/** The templates of the credential, for the list in the editor. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { templates } = await this.getCredentials(CREDENTIAL);
	const catalogue = [...parseCatalogue(templates).values()];
	if (catalogue.length === 0) throw new InputError(EMPTY);
	const wanted = filter.toLowerCase();
	const results = catalogue
		.filter(({ id }) => id.toLowerCase().includes(wanted))
		.map(({ id, params }) => ({
			name: params.length > 0 ? `${id} (${params.join(', ')})` : id,
			value: id,
		}));
	return { results };
}
