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
import type { Params } from '../message/message';
import {
	type IsData,
	type Pair,
	checkRequired,
	toParams,
	typed,
	unknownParams,
	untyped,
} from '../message/params';
import { isEarlierResult, OWN_FIELDS } from '../ownFields';

const LABEL = 'Parameters to Send';

/**
 * What n8n's own nodes add to items, as read in n8n 1.123 and 2.41. It is no content of a message, and
 * some of it changes from run to run: the same message would have another nonce, and be sent again.
 * Fields of an app or a database, such as `id`, are data, and stay.
 */
const N8N_FIELDS = [
	// Google Sheets, its trigger, and the Evaluation trigger.
	'row_number',
	'change_type',
	'_rowsLeft',
	// Form Trigger.
	'submittedAt',
	'formMode',
	'formQueryParameters',
	// Webhook.
	'webhookUrl',
	'executionMode',
	// A call by an AI agent.
	'toolCallId',
];

/**
 * The parts of a request that the Webhook node received. Their names are usual ones elsewhere, so they
 * stay unless the item has the other fields of that node, too.
 */
const WEBHOOK_FIELDS = ['headers', 'params', 'query', 'body'];

/**
 * The times that a Data Table of n8n keeps for each row: one changes when a workflow writes to the row.
 * Other apps have fields of these names, so they stay unless the item has all columns of a Data Table.
 */
const DATA_TABLE_FIELDS = ['createdAt', 'updatedAt'];

const paramsMode = choiceParam(
	'Parameters',
	'paramsMode',
	{
		allFields: [
			'All Fields of the Item',
			'Every field of the item, under its own name, except those that n8n or this node adds',
		],
		assignments: [
			'Define Below',
			'Name and value of each parameter: drag a field here to fill in both',
		],
		form: ['Form of the Template', 'The parameters in the text of the template in the credential'],
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
					'The form could not be loaded. Choose a template from the list, then click Retry.',
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
	description: `Fields of the item that are not sent, separated by commas. Never sent, unless the text of the template in the credential names them, are those that this node itself returns: ${OWN_FIELDS.join(', ')}; and those that n8n adds: ${N8N_FIELDS.join(', ')}, and of a Webhook also ${WEBHOOK_FIELDS.join(', ')}, and of a Data Table ${DATA_TABLE_FIELDS.join(', ')}.`,
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
	itemIndex: number;
	json: JsonObject;
	template: Template | undefined;
	/** The names of Fields to Exclude, and whether an item has had such a field. */
	exclusions: Map<string, boolean>;
	isData: IsData;
}

interface ReadParams {
	params: Params;
	/** Those that the text of the template does not have. */
	unknown: string[];
	/** Those that customers read: all, or those of the text where the item has more. */
	read: Params;
}

/** @throws InputError naming the parameter at fault */
export function readParams(context: ParamsContext): ReadParams {
	const { parameters, itemIndex, template, isData } = context;
	const mode = parameters.read(paramsMode, itemIndex);
	const pairs = PAIRS_OF[mode](context);
	const params = toParams(pairs, isData);
	checkRequired(pairs, template?.params ?? []);
	if (template?.text === undefined) return { params, unknown: [], read: params };
	if (mode !== 'allFields') {
		return { params, unknown: unknownParams(params, template.params), read: params };
	}
	// An item has more fields than its template needs, and that is no mistake.
	const isRead = ([name, value]: [string, unknown]) =>
		template.params.includes(name) || typeof value === 'object';
	const read = Object.fromEntries(Object.entries(params).filter(isRead));
	return { params, unknown: [], read };
}

const PAIRS_OF: Record<ValueOf<typeof paramsMode>, (context: ParamsContext) => Pair[]> = {
	assignments: ({ parameters, itemIndex }) =>
		parameters
			.read(paramAssignments, itemIndex)
			.assignments.map(({ name, value, type }) => typed([name, value], type, parseJson)),

	form: formPairs,

	json: ({ parameters, itemIndex }) => Object.entries(parameters.read(paramsJson, itemIndex)),

	allFields: fieldPairs,
};

function formPairs({ parameters, itemIndex, json, template }: ParamsContext): Pair[] {
	const { mappingMode, value } = parameters.read(paramsForm, itemIndex);
	if (mappingMode !== 'autoMapInputData') return Object.entries(value ?? {}).map(untyped);
	if (template) {
		return Object.entries(json)
			.filter(([name]) => template.params.includes(name))
			.map(untyped);
	}
	throw new InputError(
		'The template is not in the credential, so its parameters cannot be mapped automatically',
		'Add it to the credential under Templates, or make another choice in Parameters.',
	);
}

function fieldPairs(context: ParamsContext): Pair[] {
	const { parameters, itemIndex, json, template, exclusions } = context;
	const excluded = new Set(parameters.read(excludeFields, itemIndex));
	for (const name of excluded) {
		if (name === '' || exclusions.get(name) === true) continue;
		const isThere = Object.keys(json).some((own) => own.trim() === name);
		exclusions.set(name, isThere);
	}
	const added = addedFields(json, template?.params ?? []);
	return Object.entries(json)
		.filter(([name]) => {
			// A column without a title has no name by which it could be sent.
			return name.trim() !== '' && !added.has(name) && !excluded.has(name.trim());
		})
		.map(untyped);
}

/** The names of the fields that n8n or this node has added, and that the template does not use. */
function addedFields(json: JsonObject, used: readonly string[]): Set<string> {
	const added = new Set([...OWN_FIELDS, ...N8N_FIELDS]);
	const isOfWebhook = 'webhookUrl' in json && 'executionMode' in json;
	if (isOfWebhook) WEBHOOK_FIELDS.forEach((name) => added.add(name));
	const isOfDataTable =
		typeof json.id === 'number' && DATA_TABLE_FIELDS.every((name) => name in json);
	if (isOfDataTable) DATA_TABLE_FIELDS.forEach((name) => added.add(name));
	for (const name of used) {
		// Of an earlier Notifications node, "status" is surely not the status of the user's order.
		if (OWN_FIELDS.includes(name) && isEarlierResult(json)) continue;
		added.delete(name);
	}
	return added;
}

/** Warns of a misspelt name in Fields to Exclude, by which a field may have been sent that was to stay. */
export function hintAtExclusions(exclusions: ReadonlyMap<string, boolean>, hints: Hints): void {
	const missing = [...exclusions].flatMap(([name, isThere]) => (isThere ? [] : [`"${name}"`]));
	if (missing.length === 0) return;
	const text = `No item has a field ${listed(missing)}, which Fields to Exclude names. Check its name.`;
	hints.add(text, { warning: true });
}
