import type { ILoadOptionsFunctions, INodeProperties, ResourceMapperFields } from 'n8n-workflow';
import { z } from 'zod';
import { CREDENTIAL } from '../../../shared/client/send';
import { parseField } from '../../../shared/parseField';
import { parseCatalogue } from '../../message/catalogue';
import type { PerItem } from './fieldReader';
import type { Pair } from '../../message/params';
import { templateIdIn } from './template';

/** A field for each parameter that the credential names for the template. */
export const paramsForm: INodeProperties = {
	displayName: 'Parameters to Send',
	name: 'paramsForm',
	type: 'resourceMapper',
	noDataExpression: true,
	displayOptions: { show: { paramsMode: ['form'] } },
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		loadOptionsDependsOn: ['templateId.value'],
		resourceMapper: {
			resourceMapperMethod: 'templateParams',
			mode: 'add',
			fieldWords: { singular: 'parameter', plural: 'parameters' },
			addAllFields: true,
			supportAutoMap: true,
			noFieldsError: 'Choose a template that Templates in the credential names, then click Retry.',
		},
	},
};

const formSchema = z
	.object({
		mappingMode: z.string().default('defineBelow'),
		value: z.record(z.string(), z.unknown()).nullish(),
		schema: z.array(z.object({ id: z.string(), removed: z.boolean().nullish() })).default([]),
	})
	.passthrough();
export type Form = z.infer<typeof formSchema>;

/** @throws InputError naming the field */
export function parseForm(value: unknown): Form {
	return parseField(formSchema, value, paramsForm.displayName);
}

export interface FormContext {
	/** The fields of an incoming item. */
	jsonOf: PerItem<Record<string, unknown>>;
	/** Names that the credential gives for the item's template; undefined: it does not know it. */
	knownParams: PerItem<string[] | undefined>;
}

/** The parameters of an item: as filled in, or its fields of the same names. */
export function formReader(
	form: PerItem<Form>,
	{ jsonOf, knownParams }: FormContext,
): PerItem<Pair[]> {
	return (itemIndex) => {
		const { mappingMode, value, schema } = form(itemIndex);
		const json = jsonOf(itemIndex);
		if (mappingMode === 'autoMapInputData') {
			// What the editor saved may be that of a template chosen before.
			const saved = schema.filter(({ removed }) => !removed).map(({ id }) => id);
			const names = knownParams(itemIndex) ?? saved;
			return names.flatMap((name) => (Object.hasOwn(json, name) ? [[name, json[name]]] : []));
		}
		// A field that was not filled in is null.
		return Object.entries(value ?? {}).filter(([, content]) => content !== null);
	};
}

/** The fields of the form, for the editor. */
export async function templateParams(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { templates } = await this.getCredentials(CREDENTIAL);
	const id = templateIdIn(this.getCurrentNodeParameter('templateId'));
	const template = parseCatalogue(templates).get(id);
	const fields = (template?.params ?? []).map((name) => ({
		id: name,
		displayName: name,
		required: template?.required.includes(name) ?? false,
		defaultMatch: false,
		display: true,
		type: 'string' as const,
	}));
	return { fields };
}
