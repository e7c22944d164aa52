import { InputError } from '../../../shared/errors';
import type { Field, ReadField } from './fieldReader';
import { parseNames } from '../readOptions';
import { parseRows } from './rows';

export type Pair = readonly [name: string, value: unknown];

/**
 * Reads the template's parameters of an item, wherever Parameters says that they come from.
 *
 * @param jsonOf the fields of an incoming item
 */
export function paramsReader(
	read: ReadField,
	jsonOf: (itemIndex: number) => Record<string, unknown>,
): Field<Pair[]> {
	const mode = read('paramsMode', 'fields', (value) => value);
	const fromRows = read('paramFields', {}, pairsOfRows);
	const fromJson = read('paramsJson', '{}', (value) => Object.entries(parseJson(value)));
	const excluded = read('excludeFields', '', (value) => {
		return new Set(parseNames(value, 'Fields to Exclude'));
	});

	return (itemIndex) => {
		switch (mode(itemIndex)) {
			case 'fields':
				return fromRows(itemIndex);
			case 'json':
				return fromJson(itemIndex);
			case 'allFields': {
				const names = excluded(itemIndex);
				return Object.entries(jsonOf(itemIndex)).filter(([name]) => !names.has(name));
			}
			default:
				throw new InputError('Parameters is not valid', 'Choose where the parameters come from.');
		}
	};
}

function pairsOfRows(value: unknown): Pair[] {
	return parseRows(value, 'Parameters to Send').map(({ name, value: content }) => [
		typeof name === 'string' ? name : '',
		content,
	]);
}

function parseJson(value: unknown): Record<string, unknown> {
	const parsed = typeof value === 'string' ? jsonIn(value) : value;
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as Record<string, unknown>;
	}
	throw new InputError(
		'Parameters (JSON) is not an object',
		'Write names and values in braces, for example { "name": "Ana" }.',
	);
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
