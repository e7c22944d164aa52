import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	choice,
	names,
	readCollection,
	readField,
	seconds,
	toggle,
	whole,
} from '../../../nodes/shared/field';

const field = (displayName: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'string',
	default: '',
	...more,
});

describe('values as expressions and agents give them', () => {
	it.each<[string, z.ZodType<unknown, z.ZodTypeDef, unknown>, unknown, unknown]>([
		['a whole number', whole(), 7, 7],
		['a whole number', whole(), ' 7 ', 7],
		['seconds', seconds, '0.5', 0.5],
		['a switch', toggle, 'true', true],
		['a switch', toggle, 'false', false],
		['a switch', toggle, true, true],
		['a list', choice(['a', 'b']), 'b', 'b'],
		['names', names, ' a, b ,', ['a', 'b', '']],
		['names', names, ['a ', 'b'], ['a', 'b']],
	])('%s: %j', (_, schema, value, read) => {
		expect(readField({ field: field('Label'), schema }, value)).toEqual(read);
	});

	it.each<[z.ZodType<unknown, z.ZodTypeDef, unknown>, unknown, string]>([
		[whole(), 1.5, 'Enter a whole number. Its value is: 1.5'],
		[whole(), 'x', 'Enter a whole number. Its value is: x'],
		[whole(), '', 'Enter a whole number. Its value is: nothing'],
		[whole(), 0, 'Enter 1 or more. Its value is: 0'],
		[whole({ max: 100_000 }), 100_001, 'Enter 100,000 or less. Its value is: 100001'],
		[seconds, 0, 'Enter a number above 0. Its value is: 0'],
		[toggle, 'yes', 'Choose true or false. Its value is: yes'],
		[choice(['a']), 'c', 'Choose a value from the list. Its value is: c'],
	])('%# says what is wrong with %j', (schema, value, description) => {
		expect(() => readField({ field: field('Label'), schema }, value)).toThrow(
			expect.objectContaining({ message: 'Label is not valid', description }) as Error,
		);
	});
});

describe('a collection', () => {
	const table = {
		size: { field: field('Size', { default: 5 }), schema: whole() },
		zone: { field: field('Zone'), schema: z.string().nullable(), absent: null },
		users: {
			field: field('Users', { default: [] }),
			schema: z.array(z.object({ age: z.number({ message: 'Enter an age' }) })),
		},
	};
	const read = (value: unknown) => readCollection(table, value, 'Options');

	it('has the defaults of what was not added', () => {
		expect(read({})).toEqual({ size: 5, zone: null, users: [] });
		expect(read({ size: '7', zone: '', other: 1 })).toEqual({ size: 7, zone: '', users: [] });
	});

	it('names the place, and shows the part that is wrong alone', () => {
		expect(() => read({ size: 0 })).toThrow('Options > Size is not valid');
		expect(() => read({ users: [{ age: 'old', secret: 'x' }] })).toThrow(
			expect.objectContaining({
				message: 'Options > Users > 0 > age is not valid',
				description: 'Enter an age. Its value is: old',
			}) as Error,
		);
	});

	it.each([null, 'text', [[]]])('is not %j', (value) => {
		expect(() => read(value)).toThrow('Options is not valid');
	});
});
