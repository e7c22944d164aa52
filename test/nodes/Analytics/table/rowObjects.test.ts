import fc from 'fast-check';
import { ownString, rowBuilder } from '../../../../nodes/Analytics/table/rowObjects';
import { seeded } from '../../../support/cuts';

it.each([
	['in their order', ['z', 'a', 'm']],
	['taken as what they are', ['__proto__', 'constructor', 'toString', '', ' ', 'é"\'\\']],
	['many', Array.from({ length: 300 }, (_, i) => `column ${i}`)],
])('a row has the names as its keys, %s, and nothing of the row before', (_, names) => {
	const build = rowBuilder(names);
	const rows = ['first', 'second'].map((row) => build(names.map((name) => `${row} ${name}`)));
	const entriesOf = (row: string) => names.map((name) => [name, `${row} ${name}`]);
	expect(rows.map((row) => Object.entries(row))).toEqual(['first', 'second'].map(entriesOf));
	expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype);
});

it('a string of its own is the same text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(5), (text, start) => {
			const view = `${text}\0${text}`.slice(start);
			expect(ownString(view)).toBe(view);
		}),
		seeded(500),
	);
});
