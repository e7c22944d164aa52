import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	ResourceMapperFields,
} from 'n8n-workflow';
import { credentialSettings } from '../../shared/credential/settings';
import type { Template } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { type Param, listValue } from '../../shared/params/param';
import { CREDENTIAL } from '../../shared/http/client';
import { locatorModes } from '../../shared/params/makeParam';
import { filled } from './options';

export const template: Param<string> = {
	property: {
		displayName: 'Template',
		name: 'templateId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		required: true,
		description:
			'The name of a template that WhatsApp has approved, as it stands in Yalo Studio. The list shows the templates that you added to the credential.',
		modes: locatorModes('searchTemplates', ['By ID', 'id', 'e.g. order_shipped']),
	} satisfies INodeProperties,
	schema: listValue.pipe(filled),
};

export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const templates = [...(await templatesOf(this)).values()];
	if (templates.length === 0) {
		// The list shows the message of an error alone.
		const advice = 'Add them there under Templates, or choose By ID.';
		throw new InputError(`The credential has no templates. ${advice}`);
	}
	const wanted = templates.filter(({ id }) => id.toLowerCase().includes(filter.toLowerCase()));
	const results = wanted.map(({ id, params }) => {
		return { name: params.length > 0 ? `${id} (${params.join(', ')})` : id, value: id };
	});
	return { results };
}

export async function templateParams(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = listValue.parse(this.getCurrentNodeParameter('templateId'));
	const known = (await templatesOf(this)).get(chosen);
	const fixed = { defaultMatch: false, display: true, type: 'string' as const };
	const fields = (known?.params ?? []).map((id) => {
		return { id, displayName: id, required: known?.required.includes(id) ?? false, ...fixed };
	});
	return { fields };
}

async function templatesOf(n8n: ILoadOptionsFunctions): Promise<ReadonlyMap<string, Template>> {
	return credentialSettings(await n8n.getCredentials(CREDENTIAL)).templates();
}
