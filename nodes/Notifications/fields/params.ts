import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { type Template, withFallbacks } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { isObject, type JsonObject, readWrittenJson } from '../../shared/json';
import { isNothing } from '../../shared/params/expressionTraces';
import { type Param, type ParamTable } from '../../shared/params/param';
import { choiceParam, propertiesOfTable } from '../../shared/params/makeParam';
import type { EmptyExpression } from '../../shared/params/paramReader';
import { type Path, valueAt } from '../../shared/params/writtenText';
import type { Params } from '../message/message';
import {
	type Pair,
	asText,
	asTyped,
	checkRequired,
	labelOf,
	tidy,
	toParams,
	unknownParams,
} from '../message/paramValues';
import type { ItemContext } from './context';
import { buttonsOf } from './linkButtons';
import { options } from './options';

const LABEL = 'Parameters to Send';

type ParamsMode = 'assignments' | 'form' | 'json';

const paramsMode = choiceParam<ParamsMode>(
	'Parameters',
	'paramsMode',
	{
		assignments: [
			'Define Below',
			'Name and value of each parameter: drag a field here to fill in both',
		],
		form: ['Form of the Template', 'The parameters in the text of the template in the credential'],
		json: [
			'JSON',
			'One object with all parameters, whose values are sent as they are. {{ $json }} stands for all fields of the item.',
		],
	},
	{
		default: 'assignments',
		description:
			'The data for the template: a value for each of its variables, under the name that the variable has in the template (see Yalo Studio)',
	},
);

/** A row of Define Below, as the editor saves it. */
const row = z.object({
	name: z.string().catch(''),
	value: z.unknown().optional(),
	type: z.string().catch('string'),
});

/** @param path `assignments`, the number of the row, and `name`, `value` or `type` */
function labelInRow([list = '', number = '', key]: Path, value: unknown): string {
	if (key === 'name') return 'The name of a parameter';
	const name = valueAt(value, [list, number, 'name']);
	return labelOf(typeof name === 'string' ? name : '');
}

const paramAssignments = {
	property: {
		displayName: LABEL,
		name: 'paramAssignments',
		type: 'assignmentCollection',
		displayOptions: { show: { paramsMode: ['assignments'] } },
		default: {},
		description: 'For buttons, choose Array as the type of the value',
	},
	emptyPart: 'warning',
	labelOfText: labelInRow,
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
	emptyPart: 'warning',
	labelOfText: ([, name = '']) => labelOf(name),
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
	emptyPart: 'warning',
	schema: z.unknown().transform((value, context): JsonObject => {
		const read = typeof value === 'string' ? readWrittenJson(value) : { value };
		if ('value' in read && isObject(read.value)) return read.value;
		const problem =
			'problem' in read
				? read.problem
				: 'Write names and values in braces, for example { "name": "Ana" }';
		context.addIssue({ code: 'custom', message: problem });
		return z.NEVER;
	}),
} satisfies Param<unknown>;

export const paramsFields: INodeProperties[] = propertiesOfTable({
	paramsMode,
	paramAssignments,
	paramsForm,
	paramsJson,
} satisfies ParamTable);

interface ReadParams {
	params: Params;
	/** Those that customers read, as far as it is known: what the text of the template uses, and lists such as buttons. */
	read: Params;
	/** The names of parameters that the text of the template does not have. */
	notInTemplate: string[];
	/** A warning for each expression that gave nothing. */
	emptyExpressions: string[];
}

/**
 * Reads the parameters of the template.
 * @param template undefined if the credential does not list it
 * @throws InputError naming the parameter at fault
 */
export function readParams(item: ItemContext, template: Template | undefined): ReadParams {
	const mode = item.parameters.read(paramsMode, item.itemIndex);
	const given = pairsOf(mode, item, template).map(([name, value]) => [tidy(name), value] as const);
	const pairs = withFallbacks(given, template?.fallbacks ?? new Map());
	checkRequired(pairs, template?.params ?? [], Object.keys(item.json));
	const params = withLinkButtons(toParams(pairs, item.isData), item);
	const empty = item.parameters.emptyExpressions(item.itemIndex);
	if (mode === 'assignments' || mode === 'form') checkFilled(mode, pairs, empty);
	const emptyExpressions = empty.map(({ warning }) => warning);
	if (template?.text === undefined) {
		return { params, read: params, notInTemplate: [], emptyExpressions };
	}
	const isRead = ([name, value]: [string, unknown]) =>
		template.params.includes(name) || typeof value === 'object';
	const read = Object.fromEntries(Object.entries(params).filter(isRead));
	const notInTemplate = unknownParams(params, template.params);
	return { params, read, notInTemplate, emptyExpressions };
}

/** The parameters, and the buttons of Options > Link Buttons as one of them. @throws InputError */
function withLinkButtons(params: Params, { parameters, itemIndex }: ItemContext): Params {
	const { values: rows } = parameters.option(options, 'buttons', itemIndex);
	if (rows.length === 0) return params;
	const buttons = buttonsOf(rows);
	if (!Object.hasOwn(params, 'buttons')) return { ...params, buttons };
	throw new InputError(
		'There are buttons in Options > Link Buttons and in the parameter "buttons"',
		'Remove one of the two.',
	);
}

/**
 * In Define Below and the form, each parameter is meant to be sent. WhatsApp rejects one that is empty, so the user would
 * not receive the message, although the service accepts it. An expression may say by null that it is left out.
 * @param empty the expressions that gave nothing
 * @throws InputError
 */
function checkFilled(
	mode: 'assignments' | 'form',
	pairs: readonly Pair[],
	empty: readonly EmptyExpression[],
): void {
	for (const [index, [name, value]] of pairs.entries()) {
		const place = mode === 'form' ? ['value', name] : ['assignments', index, 'value'];
		const ofValue = empty.find(({ path }) => path.join() === place.join());
		const isLeftOut = (value === null || value === undefined) && ofValue === undefined;
		if (isLeftOut || !isNothing(value)) continue;
		throw new InputError(
			ofValue?.warning ?? `${labelOf(name)} is empty`,
			'WhatsApp rejects an empty parameter, so nobody would receive the message. Enter a fallback, for example {{ $json.name || "customer" }}.',
		);
	}
}

/** The names and values that the choice of Parameters gives. */
function pairsOf(mode: ParamsMode, item: ItemContext, template: Template | undefined): Pair[] {
	const { parameters, itemIndex } = item;
	switch (mode) {
		case 'assignments': {
			const { assignments } = parameters.read(paramAssignments, itemIndex);
			return assignments.map(({ name, value, type }) => asTyped([name, value], type));
		}
		case 'form':
			return formPairs(item, template);
		case 'json':
			return Object.entries(parameters.read(paramsJson, itemIndex));
	}
}

function formPairs(
	{ parameters, itemIndex, json }: ItemContext,
	template: Template | undefined,
): Pair[] {
	const { mappingMode, value } = parameters.read(paramsForm, itemIndex);
	if (mappingMode !== 'autoMapInputData') return Object.entries(value ?? {}).map(asText);
	if (template) {
		return Object.entries(json)
			.filter(([name]) => template.params.includes(name))
			.map(asText);
	}
	throw new InputError(
		'The template is not in the credential, so its parameters cannot be mapped automatically',
		'Add it to the credential under Templates, or make another choice in Parameters.',
	);
}
