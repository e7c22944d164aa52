import type { IExecuteFunctions } from 'n8n-workflow';
import { type Field, readField } from '../../../shared/field';

export type PerItem<T> = (itemIndex: number) => T;

export interface FieldReader {
	field<T>(definition: Field<T>): PerItem<T>;
	value<T>(name: string, fallback: unknown, parse: (value: unknown) => T): PerItem<T>;
}

/** n8n works on each value that it is asked for; one without an expression is read once. */
export function fieldReader(n8n: IExecuteFunctions): FieldReader {
	const { parameters } = n8n.getNode();
	const value: FieldReader['value'] = (name, fallback, parse) => {
		const read = (itemIndex: number) => parse(n8n.getNodeParameter(name, itemIndex, fallback));
		return holdsExpression(parameters[name]) ? read : readOnce(read);
	};
	return {
		value,
		field(definition) {
			const { name, default: fallback } = definition.field;
			return value(name, fallback, (given) => readField(definition, given));
		},
	};
}

export function readOnce<T>(read: PerItem<T>): PerItem<T> {
	let known: { value: T } | undefined;
	return (itemIndex) => (known ??= { value: read(itemIndex) }).value;
}

/** For what the check of an item says. */
export function attempt<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** n8n takes any text that begins with "=" as an expression, at any depth (`$fromAI` is one too). */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
