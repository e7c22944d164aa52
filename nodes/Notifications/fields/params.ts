import { z } from 'zod';
import type { Template } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { readWrittenJson } from '../../shared/json';
import { isObject, type JsonObject, type Path, storedForm, valueAt } from '../../shared/values';
import { choiceField } from '../../shared/fields/makeField';
import type { Field, FieldTable } from '../../shared/fields/field';
import type { Gap } from '../../shared/fields/expression';
import { tidy } from '../../shared/visibleText';
import { asTyped, isNested, paramLabel } from '../message/paramValues';
import {
	type SentParams,
	sentParams,
	type TemplateParam,
	templateParam,
} from '../message/templateParams';
import type { ItemContext } from './context';
import { linkWarnings, buttonsOf } from './linkButtons';
import { options } from './options';

const LABEL = 'Parameters to Send';

type ParamsMode = 'assignments' | 'form' | 'json';

const paramsMode = choiceField<ParamsMode>(
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
	return paramLabel(typeof name === 'string' ? name : '');
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
	identifies: ([, , key]) => key === 'name',
	labelOfText: labelInRow,
	schema: z.object({ assignments: z.array(row, { message: 'Enter a list' }).default([]) }),
} satisfies Field<unknown>;

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
					'There is no form yet. Choose a template whose text is in the credential, under Templates.',
			},
		},
	},
	emptyPart: 'warning',
	labelOfText: ([, name = '']) => paramLabel(name),
	schema: z.object({
		mappingMode: z.string().default('defineBelow'),
		value: z.record(z.string(), z.unknown()).nullish(),
	}),
} satisfies Field<unknown>;

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
				? `${read.problem}. Within it, write a text as {{ JSON.stringify($json.name) }}, without quotes around it`
				: 'Write names and values in braces, for example { "name": "Ana" }';
		context.addIssue({ code: 'custom', message: problem });
		return z.NEVER;
	}),
} satisfies Field<unknown>;

export const paramsFields = {
	paramsMode,
	paramAssignments,
	paramsForm,
	paramsJson,
} satisfies FieldTable;

/**
 * Reads the parameters of the template, and the buttons of Options > Link Buttons as one of them.
 * @param template undefined if the credential does not list it
 * @throws InputError naming the parameter at fault
 */
export function readParams(item: ItemContext, template: Template | undefined): SentParams {
	const { fields, itemIndex } = item;
	const mode = fields.read(paramsMode, itemIndex);
	const { entered, gaps = [] } = READERS[mode](item, template);
	const rows = fields.read(options.fields.buttons, itemIndex);
	const buttons = rows.length > 0 ? [templateParam('buttons', buttonsOf(rows))] : [];
	const rules = { template, isJson: mode === 'json', item: fields.itemAt(itemIndex) };
	const { params, warnings } = sentParams([...entered, ...buttons], rules);
	const ofGaps = gaps.map(({ problem }) => problem);
	return { params, warnings: [...ofGaps, ...warnings, ...linkWarnings(rows)] };
}

interface Entered {
	entered: TemplateParam[];
	/** The expressions in JSON that gave nothing. Nobody can tell which parameters they are part of. */
	gaps?: Gap[];
}

const READERS: Record<ParamsMode, (item: ItemContext, template: Template | undefined) => Entered> =
	{
		assignments({ fields, itemIndex }) {
			const { value, gaps } = fields.readWithGaps(paramAssignments, itemIndex);
			const entered = value.assignments.map(({ name, value: written, type }, index) => {
				const ofRow = gaps.filter(({ path: [, row] }) => row === String(index));
				return templateParam(name, asTyped(name, written, type), ofRow);
			});
			return { entered };
		},

		form(item, template) {
			const { value: form, gaps } = item.fields.readWithGaps(paramsForm, item.itemIndex);
			const fields =
				form.mappingMode === 'autoMapInputData'
					? fieldsOfItem(item, template)
					: Object.entries(form.value ?? {});
			const entered = fields.map(([name, value]) => {
				const ofField = gaps.filter(({ path: [, key] }) => key === name);
				// A value whose type nobody has chosen is sent as text, except for lists and objects, such as buttons.
				const typed = isNested(value) ? value : asTyped(name, value, 'string');
				return templateParam(name, typed, ofField);
			});
			return { entered };
		},

		json({ fields, itemIndex }) {
			const { value, gaps } = fields.readWithGaps(paramsJson, itemIndex);
			const entered = Object.entries(value).map(([name, inner]) => templateParam(name, inner));
			return { entered, gaps };
		},
	};

/** The fields of the item that have the names of parameters, for Map Automatically. @throws InputError */
function fieldsOfItem(
	{ json }: ItemContext,
	template: Template | undefined,
): Array<[name: string, value: unknown]> {
	// Without its text, nobody knows which parameters it has.
	if (template?.text !== undefined) {
		return Object.entries(json)
			.filter(([name]) => template.params.includes(tidy(name)))
			.map(([name, value]) => [name, storedForm(value)]);
	}
	throw new InputError(
		'The credential does not have the text of the template, so its parameters cannot be mapped automatically',
		'Add the text there under Templates, or make another choice in Parameters.',
	);
}
