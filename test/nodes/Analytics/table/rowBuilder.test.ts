import fc from 'fast-check';
import { ownString, rowBuilder } from '../../../../nodes/Analytics/table/rowBuilder';
import { seeded } from '../../../support/cuts';

it.each([
	{ what: 'names in the order of the file', names: ['z', 'a', 'm'] },
	{
		what: 'names that every object has, and unusual ones',
		names: ['__proto__', 'constructor', 'toString', '', ' ', 'é"\'\\'],
	},
	{ what: 'many names', names: Array.from({ length: 300 }, (_, at) => `column ${at}`) },
])('a row has its cells under $what, and nothing of the row before', ({ names }) => {
	const toRow = rowBuilder(names);
	const first = toRow(names.map((name) => `first ${name}`));
	const second = toRow(names.map((name) => `second ${name}`));
	expect(Object.entries(first)).toEqual(names.map((name) => [name, `first ${name}`]));
	expect(Object.entries(second)).toEqual(names.map((name) => [name, `second ${name}`]));
	expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
});

it('a copy of a string that shares no memory with another one is the same text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(5), (text, start) => {
			// V8 makes such a string a view into the longer one.
			const view = `${text}\0${text}`.slice(start);
			expect(ownString(view)).toBe(view);
		}),
		seeded(500),
	);
});
