import {
	expectSameColumns,
	outputColumns,
} from '../../../../nodes/Analytics/bulkFile/outputColumns';

const NAMES = ['day', 'store', 'orders'];

it.each<[string, string[], string[], string[]]>([
	['all, as they stand', [], NAMES, ['1', '2', '3']],
	['some, in another order', ['orders', 'day'], ['orders', 'day'], ['3', '1']],
	['one twice', ['day', 'day'], ['day', 'day'], ['1', '1']],
])('gives %s', (_, wanted, names, cells) => {
	const columns = outputColumns(NAMES, wanted);
	expect(columns.names).toEqual(names);
	expect(columns.pick(['1', '2', '3'])).toEqual(cells);
	expect(columns.isAll).toBe(wanted.length === 0);
});

it('lacks nothing where a file without rows has no names either', () => {
	expect(outputColumns([], ['day'])).toMatchObject({ names: [], isAll: true });
});

it('names the columns that are missing, and those that are there', () => {
	expect(() => outputColumns(NAMES, ['day', 'users', 'Orders'])).toThrow(
		expect.objectContaining({
			message: 'The export has no column users, Orders',
			description: 'It has: day, store, orders. Change Options > Output Columns.',
		}) as Error,
	);
});

describe('the parts of an export', () => {
	it('may have the same columns', () => {
		expect(() => expectSameColumns(NAMES, [...NAMES], 'part 2')).not.toThrow();
	});

	it.each([
		['another name', ['day', 'shop', 'orders']],
		['another order', ['day', 'orders', 'store']],
		['a column more', [...NAMES, 'users']],
		['a column less', ['day', 'store']],
	])('may not have %s, and the part is named', (_, other) => {
		expect(() => expectSameColumns(NAMES, other, 'part 2')).toThrow(
			'The parts of the bulk export have different columns: those of part 2 are not those of the first',
		);
	});
});
