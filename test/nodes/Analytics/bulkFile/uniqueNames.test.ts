import fc from 'fast-check';
import { firstDuplicate, withSuffixes } from '../../../../nodes/Analytics/bulkFile/uniqueNames';

describe('firstDuplicate', () => {
	it.each([
		[[], undefined],
		[['a', 'b', 'A'], undefined],
		[['a', 'b', 'c', 'b', 'a'], 'b'],
		[['toString', '__proto__'], undefined],
		[['__proto__', '__proto__'], '__proto__'],
	])('of %j is %p', (names, duplicate) => {
		expect(firstDuplicate(names)).toBe(duplicate);
	});
});

describe('withSuffixes', () => {
	it.each([
		[
			['a', 'b'],
			['a', 'b'],
		],
		[
			['a', 'b', 'a', 'a', 'b'],
			['a', 'b', 'a_2', 'a_3', 'b_2'],
		],
		// Names that the file has itself stay as they are.
		[
			['a', 'a', 'a_2', 'a'],
			['a', 'a_3', 'a_2', 'a_4'],
		],
		[
			['a_2', 'a', 'a', 'a_2'],
			['a_2', 'a', 'a_3', 'a_2_2'],
		],
	])('makes %j to %j', (names, unique) => {
		expect(withSuffixes(names)).toEqual(unique);
	});

	it('gives no name twice, and keeps the first of each', () => {
		const name = fc.constantFrom('a', 'a_2', 'a_3', 'a_2_2', 'b');
		fc.assert(
			fc.property(fc.array(name, { maxLength: 12 }), (names) => {
				const unique = withSuffixes(names);
				expect(new Set(unique).size).toBe(names.length);
				for (const [at, name] of names.entries()) {
					if (names.indexOf(name) === at) expect(unique[at]).toBe(name);
					else expect(unique[at]).toMatch(new RegExp(`^${name}_\\d+$`));
				}
			}),
		);
	});
});
