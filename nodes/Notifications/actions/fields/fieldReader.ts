import type { IExecuteFunctions } from 'n8n-workflow';
import { type Field, readField } from '../../../shared/field';

/** A value for each input item. */
export type PerItem<T> = (itemIndex: number) => T;

export interface FieldReader {
	/** Reads a field; what its schema refuses is refused anew for every item. */
	field<T>(definition: Field<T>): PerItem<T>;
	/** The same for a field that is read in a way of its own. */
	value<T>(name: string, fallback: unknown, parse: (value: unknown) => T): PerItem<T>;
}

/**
 * Reads the fields of a node. n8n finds, copies and checks a value whenever it is asked for it; a
 * field without an expression is the same for all items, so it is read and parsed once.
 */
export function fieldReader(n8n: IExecuteFunctions): FieldReader {
	const { parameters } = n8n.getNode();
	const value: FieldReader['value'] = (name, fallback, parse) => {
		const read = (itemIndex: number) => parse(n8n.getNodeParameter(name, itemIndex, fallback));
		return holdsExpression(parameters[name]) ? read : readOnce(read);
	};
	return {
		value,
		field: (definition) =>
			value(definition.field.name, definition.field.default, (given) =>
				readField(definition, given),
			),
	};
}

function readOnce<T>(read: PerItem<T>): PerItem<T> {
	let known: { value: T } | undefined;
	return (itemIndex) => (known ??= { value: read(itemIndex) }).value;
}

/** n8n takes any text that begins with "=" as an expression, at any depth (`$fromAI` is one too). */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
