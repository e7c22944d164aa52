import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { CREDENTIAL } from '../../shared/credential/fields';
import { credentialSettings } from '../../shared/credential/settings';
import { parseTemplates, type Template } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { filledText, listValue, type Field } from '../../shared/fields/field';
import { locatorModes } from '../../shared/fields/makeField';
import { tidy } from '../../shared/visibleText';
import { listed } from '../../shared/text';

export const template: Field<string> = {
	property: {
		displayName: 'Template',
		name: 'templateId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		required: true,
		description:
			'An approved template, by its name in Yalo Studio. The list shows those in the credential.',
		modes: locatorModes('searchTemplates', ['By Name', 'id', 'e.g. order_shipped']),
		builderHint: {
			propertyHint:
				"Its parameters have the names in the braces of the approved template: ask the user for them, and enter them with paramsMode 'assignments', because 'form' needs the text of the template in the credential.",
		},
	} satisfies INodeProperties,
	emptyPart: 'error',
	schema: listValue.pipe(filledText).transform(tidy),
};

/** The list of templates in the editor: those of the credential whose IDs contain the text. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const templates = [...(await templatesOf(this)).values()];
	if (templates.length === 0) {
		// The list only shows the message of an error, so the advice is part of it.
		const advice = 'Add them there under Templates, or choose By Name.';
		throw new InputError(`The credential has no templates. ${advice}`);
	}
	const wanted = templates.filter(({ id }) => id.toLowerCase().includes(filter.toLowerCase()));
	const results = wanted.map(({ id, params }) => {
		return { name: params.length > 0 ? `${id} (${params.join(', ')})` : id, value: id };
	});
	return { results };
}

/** The fields of Form of the Template, or a sentence that says why there are none. */
export async function templateParams(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = listValue.parse(this.getCurrentNodeParameter('templateId'));
	const templates = await templatesOf(this);
	const { params = [], fallbacks } = templates.get(chosen) ?? {};
	const fields = params.map((name): ResourceMapperField => ({
		id: name,
		displayName: name,
		required: fallbacks?.has(name) !== true,
		defaultMatch: false,
		display: true,
		type: 'string',
	}));
	if (fields.length > 0) return { fields };
	return { fields, emptyFieldsNotice: chosen === '' ? 'Choose a template first.' : NO_PARAMETERS };
}

/** The editor shows this as HTML, so it must not contain anything that was entered. */
const NO_PARAMETERS =
	'The credential has no parameters for this template. If the template has any, add its text there under Templates, or make another choice in Parameters.';

async function templatesOf(n8n: ILoadOptionsFunctions): Promise<ReadonlyMap<string, Template>> {
	const { templates } = credentialSettings(await n8n.getCredentials(CREDENTIAL));
	return parseTemplates(templates);
}

/** The warning for a template that the credential does not list. It is sent all the same, since the list may be incomplete. */
export function notListed(id: string, templates: ReadonlyMap<string, Template>): string {
	return `The credential does not list the template "${id.slice(0, 60)}". It has: ${listed([...templates.keys()])}.`;
}
