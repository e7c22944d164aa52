import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { choice, type Field } from '../../../shared/field';
import { parseField } from '../../../shared/parseField';
import type { Pair } from '../../message/params';
import type { FieldReader, PerItem } from './fieldReader';
import { nameList } from './options';
import { type FormContext, formReader, paramsForm, parseForm } from './paramsForm';
import { parseRows } from './rows';

const MODES = ['assignments', 'form', 'fields', 'json', 'allFields'] as const;

const ALL_FIELDS: INodePropertyOptions = {
	name: 'All Fields of the Item',
	value: 'allFields',
	description: 'Every field of the incoming item, under its own name',
};
const JSON_OBJECT: INodePropertyOptions = {
	name: 'JSON',
	value: 'json',
	description: 'One object with all parameters',
};

const paramsMode: Field<(typeof MODES)[number]> = {
	field: {
		displayName: 'Parameters',
		name: 'paramsMode',
		type: 'options',
		displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } },
		options: [
			ALL_FIELDS,
			{
				name: 'Define Below',
				value: 'assignments',
				description: 'Name and value of each parameter: drag a field here to fill in both',
			},
			{
				name: 'Form of the Template',
				value: 'form',
				description: 'The parameters that Templates in the credential names for the template',
			},
			JSON_OBJECT,
		],
		default: 'assignments',
		description:
			'Where the data for the template comes from. Its author says which names it needs.',
	},
	schema: choice(MODES),
};

/** The same for nodes that were saved before fields could be dragged. */
const paramsModeOfRows: INodeProperties = {
	...paramsMode.field,
	displayOptions: { show: { '@version': [1] } },
	options: [
		ALL_FIELDS,
		{ name: 'Define Below', value: 'fields', description: 'Name and value of each parameter' },
		JSON_OBJECT,
	],
	default: 'fields',
};

const paramAssignments: INodeProperties = {
	displayName: 'Parameters to Send',
	name: 'paramAssignments',
	type: 'assignmentCollection',
	displayOptions: { show: { paramsMode: ['assignments'] } },
	default: {},
};

const paramFields: INodeProperties = {
	displayName: 'Parameters to Send',
	name: 'paramFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	displayOptions: { show: { paramsMode: ['fields'] } },
	placeholder: 'Add Parameter',
	default: {},
	options: [
		{
			displayName: 'Parameter',
			name: 'values',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. order_id',
					description: 'Name of the parameter in the template',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'What to put in its place',
				},
			],
		},
	],
};

const paramsJson: INodeProperties = {
	displayName: 'Parameters (JSON)',
	name: 'paramsJson',
	type: 'json',
	displayOptions: { show: { paramsMode: ['json'] } },
	default: '{}',
	placeholder: 'e.g. { "name": "Ana", "order_id": "1042" }',
	description: 'An object with the name and the value of each parameter',
};

const excludeFields: Field<Set<string>> = {
	field: {
		displayName: 'Fields to Exclude',
		name: 'excludeFields',
		type: 'string',
		displayOptions: { show: { paramsMode: ['allFields'] } },
		default: '',
		placeholder: 'e.g. phone, internal_notes',
		description: 'Fields of the item that are not sent, separated by commas',
	},
	schema: nameList.transform((list) => new Set(list)),
};

/** The data for the template (section 2.6). */
export const paramsFields: INodeProperties[] = [
	paramsModeOfRows,
	paramsMode.field,
	paramAssignments,
	paramsForm,
	paramFields,
	paramsJson,
	excludeFields.field,
];

/** Reads the template's parameters of an item, wherever Parameters says that they come from. */
export function paramsReader(read: FieldReader, context: FormContext): PerItem<Pair[]> {
	const { jsonOf } = context;
	const mode = read.field(paramsMode);
	const fromAssignments = read.value('paramAssignments', {}, pairsOfAssignments);
	const fromForm = formReader(read.value('paramsForm', {}, parseForm), context);
	const fromRows = read.value('paramFields', {}, pairsOfRows);
	const fromJson = read.value('paramsJson', '{}', (value) => Object.entries(parseJson(value)));
	const excluded = read.field(excludeFields);

	return (itemIndex) => {
		switch (mode(itemIndex)) {
			case 'assignments':
				return fromAssignments(itemIndex);
			case 'form':
				return fromForm(itemIndex);
			case 'fields':
				return fromRows(itemIndex);
			case 'json':
				return fromJson(itemIndex);
			case 'allFields': {
				const names = excluded(itemIndex);
				return Object.entries(jsonOf(itemIndex)).filter(([name]) => !names.has(name));
			}
		}
	};
}

function pairsOfRows(value: unknown): Pair[] {
	return parseRows(value, paramFields.displayName).map(({ name, value: content }) => [
		typeof name === 'string' ? name : '',
		content,
	]);
}

const assignmentsSchema = z
	.object({ assignments: z.array(z.record(z.string(), z.unknown())).default([]) })
	.passthrough();

function pairsOfAssignments(value: unknown): Pair[] {
	const { assignments } = parseField(assignmentsSchema, value, paramAssignments.displayName);
	return assignments.map(({ name, value: content }) => [
		typeof name === 'string' ? name : '',
		content,
	]);
}

function parseJson(value: unknown): Record<string, unknown> {
	const parsed = typeof value === 'string' ? jsonIn(value) : value;
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as Record<string, unknown>;
	}
	throw new InputError(
		'Parameters (JSON) is not an object',
		'Write names and values in braces, for example { "name": "Ana" }.',
	);
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
