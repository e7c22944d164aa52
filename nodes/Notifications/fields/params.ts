import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Template } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { isObject, type JsonObject, readWrittenJson } from '../../shared/json';
import { choiceParam, propertiesOfTable } from '../../shared/params/makeParam';
import type { Param, ParamTable } from '../../shared/params/param';
import { tidy } from '../../shared/params/visibleText';
import { type Path, valueAt } from '../../shared/params/writtenText';
import type { Params } from '../message/message';
import {
	asText,
	asTyped,
	checkFilled,
	checkRequired,
	labelOf,
	type Parameter,
	toParams,
	withFallbacks,
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
		json: ['JSON', 'One object with all parameters, whose values are sent as they are'],
	},
	{
		default: 'assignments',
		description: 'A value for each variable of the template, under its name in Yalo Studio',
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
	/** Those that customers see, as far as it is known: what the text of the template uses, and lists such as buttons. */
	visible: Params;
	/** The names of parameters that the text of the template does not have. */
	notInTemplate: string[];
	/** A warning for each expression that gave nothing. */
	emptyExpressions: string[];
}

/**
 * Reads the parameters of the template, and the buttons of Options > Link Buttons as one of them.
 * @param template undefined if the credential does not list it
 * @throws InputError naming the parameter at fault
 */
export function readParams(item: ItemContext, template: Template | undefined): ReadParams {
	const mode = item.parameters.read(paramsMode, item.itemIndex);
	const entered = parametersOf(mode, item, template);
	const { values: rows } = item.parameters.option(options, 'buttons', item.itemIndex);
	if (rows.length > 0) {
		const name = 'buttons';
		entered.push({ name, value: buttonsOf(rows), emptyExpressions: [] });
	}
	const parameters = withFallbacks(
		entered.map((parameter) => ({ ...parameter, name: tidy(parameter.name) })),
		template?.fallbacks ?? new Map(),
	);
	checkRequired(parameters, template?.params ?? []);
	if (mode !== 'json') checkFilled(parameters);
	const params = toParams(parameters, item.json);
	const emptyExpressions =
		mode === 'json'
			? emptyInJson(item)
			: parameters.flatMap((parameter) => parameter.emptyExpressions);
	if (template?.text === undefined) {
		return { params, visible: params, notInTemplate: [], emptyExpressions };
	}
	// Lists and objects, such as buttons, are no part of the text.
	const isVisible = ([name, value]: [string, unknown]) =>
		template.params.includes(name) || typeof value === 'object';
	const visible = Object.fromEntries(Object.entries(params).filter(isVisible));
	const notInTemplate = Object.keys(params).filter((name) => !Object.hasOwn(visible, name));
	return { params, visible, notInTemplate, emptyExpressions };
}

/** The parameters that the choice of Parameters gives. */
function parametersOf(
	mode: ParamsMode,
	item: ItemContext,
	template: Template | undefined,
): Parameter[] {
	const { parameters, itemIndex } = item;
	const emptyIn = (list: string, key: string) =>
		parameters
			.emptyExpressions(itemIndex)
			.filter(({ path }) => path[0] === list && path[1] === key)
			.map(({ warning }) => warning);
	switch (mode) {
		case 'assignments': {
			const { assignments } = parameters.read(paramAssignments, itemIndex);
			return assignments.map(({ name, value, type }, index) => {
				const emptyExpressions = emptyIn('assignments', String(index));
				return { name, value: asTyped(name, value, type), emptyExpressions };
			});
		}
		case 'form':
			return formFields(item, template).map(([name, value]) => {
				return { name, value: asText(name, value), emptyExpressions: emptyIn('value', name) };
			});
		case 'json':
			return Object.entries(parameters.read(paramsJson, itemIndex)).map(([name, value]) => {
				return { name, value, emptyExpressions: [] };
			});
	}
}

/**
 * The warnings of expressions in JSON, whose parameters nobody can tell. One that stands between quotes is left out: it is
 * a whole text, and that it is empty is seen there.
 */
function emptyInJson({ parameters, itemIndex }: ItemContext): string[] {
	const empty = parameters.emptyExpressions(itemIndex).filter(({ isQuoted }) => !isQuoted);
	return empty.map(({ warning }) => warning);
}

/** The names and values of Form of the Template. */
function formFields(
	{ parameters, itemIndex, json }: ItemContext,
	template: Template | undefined,
): Array<[name: string, value: unknown]> {
	const { mappingMode, value } = parameters.read(paramsForm, itemIndex);
	if (mappingMode !== 'autoMapInputData') return Object.entries(value ?? {});
	if (template) {
		return Object.entries(json).filter(([name]) => template.params.includes(tidy(name)));
	}
	throw new InputError(
		'The template is not in the credential, so its parameters cannot be mapped automatically',
		'Choose one from the list, or make another choice in Parameters.',
	);
}
