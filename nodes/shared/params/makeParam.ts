import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { Field, FieldTable, Schema } from './param';
import { choice, toggle, wholeNumber } from './param';

/* Fields of the usual kinds, so that tables of them can be read at a glance. */

type More = Omit<Partial<INodeProperties>, 'displayName' | 'name' | 'type'>;

/** n8n's linter takes every object with a type for a whole field, and would miss its default. */
function typed<T extends object>(type: INodeProperties['type'] | 'list', rest: T) {
	return Object.assign(rest, Object.fromEntries([['type', type]]) as Pick<INodeProperties, 'type'>);
}

export function textField<T>(displayName: string, name: string, schema: Schema<T>, more: More) {
	return { field: typed('string', { displayName, name, default: '', ...more }), schema };
}

/** A whole number above zero, unless `more` says otherwise. */
export function numberField(
	displayName: string,
	name: string,
	value: number,
	{ schema = wholeNumber, ...more }: More & { schema?: Schema<number> },
): Field<number> {
	const usual = { displayName, name, typeOptions: { minValue: 1 }, default: value };
	return { field: typed('number', { ...usual, ...more }), schema };
}

export function switchField(displayName: string, name: string, value: boolean, more: More) {
	const field = typed('boolean', { displayName, name, default: value, ...more });
	return { field, schema: toggle };
}

export function choiceField<T extends string>(
	displayName: string,
	name: string,
	choices: Record<T, [name: string, description?: string]>,
	more: More & { default: NoInfer<T> },
): Field<T> {
	const values = Object.keys(choices) as [T, ...T[]];
	const options = values.map((value) => {
		const [shown, description] = choices[value];
		return { name: shown, value, ...(description === undefined ? {} : { description }) };
	});
	const field = typed('options', { displayName, name, options, ...more });
	return { field, schema: choice(values) };
}

/** As the editor shows them, in this order. */
export function fieldsOf(table: FieldTable): INodeProperties[] {
	return Object.values(table).map(({ field }) => field);
}

/** Fields that the user adds as needed. */
export interface Collection<T extends FieldTable> {
	field: INodeProperties;
	table: T;
}

export function collectionField<T extends FieldTable>(
	displayName: string,
	name: string,
	table: T,
	more: More,
): Collection<T> {
	const options = fieldsOf(table);
	const field = typed('collection', { displayName, name, default: {}, options, ...more });
	return { field, table };
}

export function locatorModes(
	searchListMethod: string,
	[displayName, name, placeholder]: [displayName: string, name: string, placeholder: string],
): INodePropertyMode[] {
	const typeOptions = { searchListMethod, searchable: true };
	const fromList = { displayName: 'From List', name: 'list', typeOptions };
	const byHand = { displayName, name, placeholder };
	return [typed('list', fromList), typed('string', byHand)] as INodePropertyMode[];
}
