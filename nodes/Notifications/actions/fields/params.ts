import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Template } from '../../../shared/credential/templates';
import { InputError } from '../../../shared/errors';
import { type JsonObject, names, parseField, type ValueOf } from '../../../shared/field';
import { choiceField, textField } from '../../../shared/makeField';
import { parseJson } from '../../../shared/http/json';
import { listed } from '../../../shared/shownText';
import type { Params } from '../../message/message';
import { checkRequired, type Pair, toParams, unknownParams } from '../../message/params';
import { OWN_FIELDS } from '../outputItems';
import type { FieldReader } from './fieldReader';

const LABEL = 'Parameters to Send';
/** They differ in each run, and so would the nonce. The ID of a tool call does, too. */
const NOT_SENT = new Set([...OWN_FIELDS, 'toolCallId']);

const paramsMode = choiceField(
	'Parameters',
	'paramsMode',
	{
		allFields: [
			'All Fields of the Item',
			'Every field of the item, under its own name, except those that this node returns',
		],
		assignments: [
			'Define Below',
			'Name and value of each parameter: drag a field here to fill in both',
		],
		form: ['Form of the Template', 'The parameters that the credential lists for the template'],
		json: ['JSON', 'One object with all parameters, whose values are sent as they are'],
	},
	{
		default: 'assignments',
		description: 'The data for the template. Its author knows which names it needs.',
	},
);

const paramAssignments: INodeProperties = {
	displayName: LABEL,
	name: 'paramAssignments',
	type: 'assignmentCollection',
	displayOptions: { show: { paramsMode: ['assignments'] } },
	default: {},
};

const paramsForm: INodeProperties = {
	displayName: LABEL,
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
			noFieldsError:
				'Choose a template from the list, or add it to the credential. Then click Retry.',
		},
	},
};

const paramsJson: INodeProperties = {
	displayName: 'Parameters (JSON)',
	name: 'paramsJson',
	type: 'json',
	displayOptions: { show: { paramsMode: ['json'] } },
	default: '{}',
	placeholder: 'e.g. { "name": "Ana", "order_id": "1042" }',
};

/** Also a column without a title. */
const excludedSchema = names.transform((list) => new Set(['', ...list]));
const excludeFields = textField('Fields to Exclude', 'excludeFields', excludedSchema, {
	displayOptions: { show: { paramsMode: ['allFields'] } },
	placeholder: 'e.g. phone, internal_notes',
	description: `Fields of the item that are not sent, separated by commas. Never sent are those that this node itself returns: ${OWN_FIELDS.join(', ')}.`,
});

export const paramsFields: INodeProperties[] = [
	paramsMode.field,
	paramAssignments,
	paramsForm,
	paramsJson,
	excludeFields.field,
];

/** @param warn of parameters that the template does not have */
export function paramsReader(
	read: FieldReader,
	warn: (message: string, itemIndex: number) => void,
) {
	const modeOf = read.field(paramsMode);
	const excludedOf = read.field(excludeFields);
	const rowsOf = read.parsed(paramAssignments, (value) => parseField(rowsSchema, value, LABEL));
	const formOf = read.parsed(paramsForm, (value) => parseField(formSchema, value, LABEL));
	const objectOf = read.parsed(paramsJson, parseObject);
	type PairsOf = (itemIndex: number, template: Template | undefined) => Pair[];
	const pairsOf: Record<ValueOf<typeof paramsMode>, PairsOf> = {
		assignments: (itemIndex) =>
			rowsOf(itemIndex).assignments.map(({ name, value }) => [name, value]),
		form: (itemIndex, template) =>
			pairsOfForm(formOf(itemIndex), read.itemJson(itemIndex), template),
		json: (itemIndex) => Object.entries(objectOf(itemIndex)),
		allFields: (itemIndex) => {
			const excluded = excludedOf(itemIndex);
			return Object.entries(read.itemJson(itemIndex)).filter(
				([name]) => !NOT_SENT.has(name) && !excluded.has(name.trim()),
			);
		},
	};
	return (itemIndex: number, template: Template | undefined): Params => {
		const mode = modeOf(itemIndex);
		const pairs = pairsOf[mode](itemIndex, template);
		const params = toParams(pairs, mode === 'json');
		checkRequired(pairs, template?.required ?? []);
		// All fields of an item are more than its template needs.
		const unknown = mode === 'allFields' ? [] : unknownParams(params, template?.params ?? []);
		if (unknown.length > 0) warn(aboutUnknown(unknown, template?.id), itemIndex);
		return params;
	};
}

function aboutUnknown(names: string[], id = ''): string {
	return `The template "${id}" in the credential does not have these parameters, which were sent: ${listed(names)}. Check their names, or add them to the template.`;
}

const row = z.object({ name: z.string().catch(''), value: z.unknown().optional() });
const rowsSchema = z.object({ assignments: z.array(row, { message: 'Enter a list' }).default([]) });
const formSchema = z
	.object({
		mappingMode: z.string().default('defineBelow'),
		value: z.record(z.string(), z.unknown()).nullish(),
	})
	.passthrough();

function pairsOfForm(
	{ mappingMode, value }: z.infer<typeof formSchema>,
	json: JsonObject,
	template: Template | undefined,
): Pair[] {
	if (mappingMode !== 'autoMapInputData') return Object.entries(value ?? {});
	if (template) return Object.entries(json).filter(([name]) => template.params.includes(name));
	throw new InputError(
		'The template is not in the credential, so its parameters cannot be mapped automatically',
		'Add it to the credential under More Settings > Templates, or make another choice in Parameters.',
	);
}

function parseObject(value: unknown): object {
	let parsed = value;
	let problem = 'is not an object';
	try {
		if (typeof value === 'string') parsed = parseJson(value);
	} catch {
		problem = 'is not valid JSON';
	}
	if (Object.prototype.toString.call(parsed) === '[object Object]') return parsed as object;
	const advice = 'Write names and values in braces, for example { "name": "Ana" }.';
	throw new InputError(`Parameters (JSON) ${problem}`, advice);
}
