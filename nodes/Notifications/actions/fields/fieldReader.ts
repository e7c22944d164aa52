import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import {
	type Field,
	type JsonObject,
	holdsExpression,
	isObject,
	parseField,
} from '../../../shared/field';

export type PerItem<T> = (itemIndex: number) => T;

export interface FieldReader {
	field<T>(definition: Field<T>): PerItem<T>;
	/** By name: of a whole collection, n8n evaluates all, so what one item lacks would fail all. */
	option<T>(definition: Field<T>): PerItem<T>;
	/** For a value whose errors are its own. */
	parsed<T>(field: INodeProperties, parse: (value: unknown) => T): PerItem<T>;
	/** A parameter as the user wrote it, before n8n evaluates it. */
	written(name: string): unknown;
	itemJson: PerItem<JsonObject>;
}

/** n8n works on each value that it is asked for; one without an expression is read once. */
export function fieldReader(n8n: IExecuteFunctions): FieldReader {
	const { parameters } = n8n.getNode();
	const written = (name: string) =>
		name
			.split('.')
			.reduce<unknown>((whole, key) => (isObject(whole) ? whole[key] : undefined), parameters);
	const parsed: FieldReader['parsed'] = ({ name, default: absent }, parse) => {
		const read = (itemIndex: number) => parse(n8n.getNodeParameter(name, itemIndex, absent));
		return holdsExpression(written(name)) ? read : readOnce(read);
	};
	const field: FieldReader['field'] = ({ field: own, schema }) =>
		parsed(own, (value) => parseField(schema, value, own.displayName));
	const option: FieldReader['option'] = ({ field: own, schema }) => {
		const [name, displayName] = [`options.${own.name}`, `Options > ${own.displayName}`];
		return field({ field: { ...own, name, displayName }, schema });
	};
	const items = n8n.getInputData();
	const itemJson = (itemIndex: number) => items[itemIndex]?.json ?? {};
	return { field, option, parsed, written, itemJson };
}

function readOnce<T>(read: PerItem<T>): PerItem<T> {
	let known: { value: T } | undefined;
	return (itemIndex) => (known ??= { value: read(itemIndex) }).value;
}

/** Trimmed. A number is taken as a text, and null is empty: not every item has its own. */
export const text = z.preprocess(
	(value) => (Number.isFinite(value) ? String(value) : (value ?? '')),
	z.string({ message: 'Enter a text' }).trim(),
);

/** @throws InputError naming the field */
export function filledText(value: unknown, label: string): string {
	const { success, data = '' } = text.safeParse(value);
	if (data !== '') return data;
	const advice = 'Enter it. If it is an expression, check that it gives a text.';
	throw new InputError(`${label} is ${success ? 'empty' : 'not a text'}`, advice);
}
