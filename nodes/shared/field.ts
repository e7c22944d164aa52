import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from './errors';
import { parseField } from './parseField';

/** A field as the editor shows it, and how its value is checked: one thing, so they cannot differ. */
export interface Field<T> {
	field: INodeProperties;
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** The value of an option that was not added, where that is not the default of the field. */
	absent?: T;
}

export type FieldTable = Record<string, Field<unknown>>;

type ValueOf<F> = F extends { schema: z.ZodType<infer T, z.ZodTypeDef, unknown> } ? T : never;
export type ValuesOf<T extends FieldTable> = { [Name in keyof T]: ValueOf<T[Name]> };

/**
 * Checks the value of a field, which an expression may have given.
 *
 * @throws InputError naming the field by its label
 */
export function readField<T>({ field, schema }: Field<T>, value: unknown): T {
	return parseField(schema, value === undefined ? field.default : value, field.displayName);
}

/**
 * Checks the values of a collection, such as Options. Those that were not added have the default of
 * their field.
 *
 * @throws InputError naming the collection and the field by their labels
 */
export function readCollection<T extends FieldTable>(
	table: T,
	value: unknown,
	label: string,
): ValuesOf<T> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new InputError(
			`${label} is not valid`,
			'If it is an expression, check that it gives an object.',
		);
	}
	const given = new Map(Object.entries(value));
	return Object.fromEntries(
		Object.entries(table).map(([name, definition]) => [
			name,
			readOption(definition, given.get(name), label),
		]),
	) as ValuesOf<T>;
}

function readOption(definition: Field<unknown>, value: unknown, label: string): unknown {
	const { field, schema } = definition;
	if (value === undefined && 'absent' in definition) return definition.absent;
	const given: unknown = value === undefined ? field.default : value;
	return parseField(schema, given, `${label} > ${field.displayName}`);
}

/** A number field. Expressions often give a number as text. */
export function numeric<T extends z.ZodTypeAny>(schema: T) {
	return z.preprocess(
		(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
		schema,
	);
}

export const wholeNumber = numeric(
	z.number().int('Enter a whole number').min(1, 'Enter 1 or more'),
);

export const seconds = numeric(z.number().positive('Enter a number above 0'));

/** A switch. Expressions and agents often give `true` as text. */
export const toggle = z.preprocess(
	(value) => (value === 'true' ? true : value === 'false' ? false : value),
	z.boolean({ message: 'Choose true or false' }),
);

/** A value of a list. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
	return z.enum(values as unknown as [T[number], ...T[number][]], {
		message: 'Choose a value from the list',
	});
}

/** Names separated by commas, or a list of them. */
export const names = z
	.union([z.string().transform((text) => text.split(',')), z.array(z.string())])
	.transform((list) => list.map((name) => name.trim()));
