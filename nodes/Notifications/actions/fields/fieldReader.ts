import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
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

/** A number is taken as a text. @throws InputError naming the field */
export function parseText(value: unknown, label: string): string {
	const text = Number.isFinite(value) ? String(value) : (value ?? '');
	if (typeof text === 'string' && text.trim() !== '') return text.trim();
	const advice = 'Enter it. If it is an expression, check that it gives a text.';
	throw new InputError(`${label} is ${typeof text === 'string' ? 'empty' : 'not a text'}`, advice);
}

/** An ID becomes one segment of a path. */
export function parseSegment(own: string, fromCredential: string, label: string): string {
	const text = own || fromCredential;
	if (text === '') {
		const advice = `Enter it under Options > ${label}, or in the credential.`;
		throw new InputError(`${label} is empty`, advice);
	}
	if (/[/\\?#\p{Cc}\p{Cs}]/u.test(text) || /^\.+$/.test(text)) {
		throw new InputError(`${label} is not valid: ${text.slice(0, 40)}`, 'Enter only the ID.');
	}
	return text;
}

const rows = z.array(z.record(z.string(), z.unknown()), { message: 'Enter a list' }).optional();
/** Made once: to make a schema takes longer than to read an item by it. */
const rowsSchema = z.object({ values: rows, assignments: rows }).passthrough();

export function parseRows(
	value: unknown,
	name: 'values' | 'assignments',
	label: string,
): Array<Record<string, unknown>> {
	return parseField(rowsSchema, value, label)[name] ?? [];
}
