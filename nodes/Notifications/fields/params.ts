import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Template } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { isObject, type JsonObject } from '../../shared/jsonObject';
import { type Param, names, type ValueOf } from '../../shared/params/param';
import type { Hints } from '../../shared/hints';
import { parseJson } from '../../shared/http/json';
import { choiceParam, textParam } from '../../shared/params/makeParam';
import type { ParamReader } from '../../shared/params/paramReader';
import { listed } from '../../shared/text';
import { OWN_FIELDS, type Params } from '../message/message';
import {
	type Pair,
	checkRequired,
	toParams,
	typed,
	unknownParams,
	untyped,
} from '../message/params';

const LABEL = 'Parameters to Send';
/** They differ in each run, and so would the nonce. The ID of a tool call does, too. */
const NOT_SENT = new Set([...OWN_FIELDS, 'toolCallId']);

const paramsMode = choiceParam(
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
		description:
			'The data for the template: a value for each of its variables, under the name that the variable has in the template (see Yalo Studio)',
	},
);

const row = z.object({
	name: z.string().catch(''),
	value: z.unknown().optional(),
	type: z.string().catch('string'),
});

const paramAssignments = {
	property: {
		displayName: LABEL,
		name: 'paramAssignments',
		type: 'assignmentCollection',
		displayOptions: { show: { paramsMode: ['assignments'] } },
		default: {},
		description: 'For buttons, choose Array as the type of the value',
	},
	schema: z.object({ assignments: z.array(row, { message: 'Enter a list' }).default([]) }),
} satisfies Param<unknown>;

const paramsForm = {
	property: {
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
	},
	schema: z.object({
		mappingMode: z.string().default('defineBelow'),
		value: z.record(z.string(), z.unknown()).nullish(),
	}),
} satisfies Param<unknown>;

const paramsJson = {
	property: {
		displayName: 'Parameters (JSON)',
		name: 'paramsJson',
		type: 'json',
		displayOptions: { show: { paramsMode: ['json'] } },
		default: '{}',
		placeholder: 'e.g. { "name": "Ana", "order_id": "1042" }',
	},
	schema: z.unknown().transform((value, context): JsonObject => {
		let parsed = value;
		let problem = 'Write names and values in braces, for example { "name": "Ana" }';
		try {
			if (typeof value === 'string') parsed = parseJson(value);
		} catch {
			problem = 'It is not valid JSON';
		}
		if (isObject(parsed)) return parsed;
		context.addIssue({ code: 'custom', message: problem });
		return z.NEVER;
	}),
} satisfies Param<unknown>;

const excludeFields = textParam('Fields to Exclude', 'excludeFields', names, {
	displayOptions: { show: { paramsMode: ['allFields'] } },
	placeholder: 'e.g. phone, internal_notes',
	description: `Fields of the item that are not sent, separated by commas. Never sent are those that this node itself returns: ${OWN_FIELDS.join(', ')}.`,
});

export const paramsFields: INodeProperties[] = [
	paramsMode,
	paramAssignments,
	paramsForm,
	paramsJson,
	excludeFields,
].map(({ property }) => property as INodeProperties);

interface ParamsContext {
	parameters: ParamReader;
	hints: Hints;
	itemIndex: number;
	json: JsonObject;
	template: Template | undefined;
	/** The names of Fields to Exclude, and whether an item has had such a field. */
	exclusions: Map<string, boolean>;
}

export function readParams(context: ParamsContext): Params {
	const { parameters, itemIndex, template, hints } = context;
	const mode = parameters.read(paramsMode, itemIndex);
	const pairs = PAIRS_OF[mode](context);
	const params = toParams(pairs);
	checkRequired(pairs, template?.required ?? []);
	// All fields of an item are more than its template needs.
	const unknown = mode === 'allFields' ? [] : unknownParams(params, template?.params ?? []);
	if (unknown.length > 0) {
		const text = `The template "${template?.id}" in the credential does not have these parameters, which were sent: ${listed(unknown)}. Check their names, or add them to the template.`;
		hints.add(text, { itemIndex, warning: true });
	}
	return params;
}

const PAIRS_OF: Record<ValueOf<typeof paramsMode>, (context: ParamsContext) => Pair[]> = {
	assignments: ({ parameters, itemIndex }) =>
		parameters
			.read(paramAssignments, itemIndex)
			.assignments.map(({ name, value, type }) => typed([name, value], type, parseJson)),

	form({ parameters, itemIndex, json, template }) {
		const { mappingMode, value } = parameters.read(paramsForm, itemIndex);
		if (mappingMode !== 'autoMapInputData') return Object.entries(value ?? {}).map(untyped);
		const isOfTemplate = ([name]: Pair) => template?.params.includes(name);
		if (template) return Object.entries(json).filter(isOfTemplate).map(untyped);
		throw new InputError(
			'The template is not in the credential, so its parameters cannot be mapped automatically',
			'Add it to the credential under Templates, or make another choice in Parameters.',
		);
	},

	json: ({ parameters, itemIndex }) => Object.entries(parameters.read(paramsJson, itemIndex)),

	allFields({ parameters, itemIndex, json, exclusions }) {
		const excluded = new Set(parameters.read(excludeFields, itemIndex));
		for (const name of excluded) {
			if (name === '' || exclusions.get(name) === true) continue;
			const isThere = Object.keys(json).some((own) => own.trim() === name);
			exclusions.set(name, isThere);
		}
		// A column without a title has no name by which it could be sent.
		return Object.entries(json)
			.filter(([name]) => name.trim() !== '' && !NOT_SENT.has(name) && !excluded.has(name.trim()))
			.map(untyped);
	},
};

/** What was to be kept back may have been sent under another name. */
export function hintAtExclusions(exclusions: ReadonlyMap<string, boolean>, hints: Hints): void {
	const missing = [...exclusions].flatMap(([name, isThere]) => (isThere ? [] : [`"${name}"`]));
	if (missing.length === 0) return;
	const text = `No item has a field ${listed(missing)}, which Fields to Exclude names. Check its name.`;
	hints.add(text, { warning: true });
}
