import type { IExecuteFunctions } from 'n8n-workflow';
import { type Field, holdsExpression, isFields, parseField } from '../../../shared/field';

export type PerItem<T> = (itemIndex: number) => T;

export interface FieldReader {
	field<T>(definition: Field<T>): PerItem<T>;
	/** By name: of a whole collection, n8n evaluates all, so what one item lacks would fail all. */
	option<T>(definition: Field<T>): PerItem<T>;
	value<T>(name: string, fallback: unknown, parse: (value: unknown) => T): PerItem<T>;
}

/** n8n works on each value that it is asked for; one without an expression is read once. */
export function fieldReader(n8n: IExecuteFunctions): FieldReader {
	const { parameters } = n8n.getNode();
	const written = (name: string) =>
		name
			.split('.')
			.reduce<unknown>((whole, key) => (isFields(whole) ? whole[key] : undefined), parameters);
	const value: FieldReader['value'] = (name, fallback, parse) => {
		const read = (itemIndex: number) => parse(n8n.getNodeParameter(name, itemIndex, fallback));
		return holdsExpression(written(name)) ? read : readOnce(read);
	};
	const valueOf = <T>({ field, schema }: Field<T>, place = '', label = '') =>
		value(place + field.name, field.default, (given) =>
			parseField(schema, given === undefined ? field.default : given, label + field.displayName),
		);
	return {
		value,
		field: (definition) => valueOf(definition),
		option: (definition) => valueOf(definition, 'options.', 'Options > '),
	};
}

function readOnce<T>(read: PerItem<T>): PerItem<T> {
	let known: { value: T } | undefined;
	return (itemIndex) => (known ??= { value: read(itemIndex) }).value;
}
