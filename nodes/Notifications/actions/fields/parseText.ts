import { InputError } from '../../../shared/errors';

/** A field that must hold a text; a number is taken as one. @throws InputError naming the field */
export function parseText(value: unknown, field: string): string {
	const text = textIn(value);
	if (text !== '') return text;
	throw new InputError(
		`${field} is empty`,
		'Enter it. If it is an expression, check that it gives a text.',
	);
}

/** An ID that becomes one segment of a path: the node's, else the credential's. */
export function parseSegment(value: unknown, fromCredential: string, field: string): string {
	const text = textIn(value) || fromCredential;
	if (text === '') {
		throw new InputError(`${field} is empty`, `Enter ${field} in the node or in the credential.`);
	}
	if (/[/\\?#\p{Cc}]/u.test(text) || /^\.+$/.test(text)) {
		throw new InputError(`${field} is not valid: ${text.slice(0, 40)}`, 'Enter only the ID.');
	}
	return text;
}

function textIn(value: unknown): string {
	const text = typeof value === 'number' ? String(value) : value;
	return typeof text === 'string' ? text.trim() : '';
}
