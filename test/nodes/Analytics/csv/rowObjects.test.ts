import fc from 'fast-check';
import { ownString, rowBuilder } from '../../../../nodes/Analytics/csv/rowObjects.ts';
import { seeded } from '../../../support/cuts.ts';

it('a row has the names as its keys, in their order', () => {
	const build = rowBuilder(['z', 'a', 'm']);
	const row = build(['1', '2', '3']);
	expect(Object.entries(row)).toEqual([
		['z', '1'],
		['a', '2'],
		['m', '3'],
	]);
	expect(build(['4', '5', '6'])).toEqual({ z: '4', a: '5', m: '6' });
	expect(row['z']).toBe('1');
});

it('each value is converted, with the number of its column', () => {
	const build = rowBuilder(['a', 'b'], (text, column) => `${text}${column}`);
	expect(build(['x', 'y'])).toEqual({ a: 'x0', b: 'y1' });
});

it('hostile names are taken as what they are', () => {
	const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', 'é"\'\\'];
	const row = rowBuilder(names)(names.map((_, i) => `value ${i}`));
	expect(Object.entries(row)).toEqual(names.map((name, i) => [name, `value ${i}`]));
	expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
	expect(JSON.parse(JSON.stringify(row))).toEqual(row);
});

it('300 columns are kept apart', () => {
	const names = Array.from({ length: 300 }, (_, i) => `column ${i}`);
	expect(Object.entries(rowBuilder(names)(names))).toEqual(names.map((name) => [name, name]));
});

it('a string of its own is the same text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(5), (text, start) => {
			const view = `${text}${text}`.slice(start);
			expect(ownString(view)).toBe(view);
		}),
		seeded(500),
	);
	expect(ownString('a\0 in a longer text')).toBe('a\0 in a longer text');
});
