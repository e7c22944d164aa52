import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { parseField } from '../../../shared/field';

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
