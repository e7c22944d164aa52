import { rowBuilder } from '../../../../nodes/Analytics/table/rowBuilder';

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
