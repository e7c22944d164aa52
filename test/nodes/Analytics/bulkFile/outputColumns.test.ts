import {
	expectSameColumns,
	outputColumns,
} from '../../../../nodes/Analytics/bulkFile/outputColumns';

const NAMES = ['day', 'store', 'orders'];

it.each([
	['all, as they stand', [], NAMES, ['1', '2', '3']],
	['some, in another order', ['orders', 'day'], ['orders', 'day'], ['3', '1']],
	['one as the query has it', ['DAY!', 'or-ders'], ['DAY!', 'or-ders'], ['1', '3']],
	['one twice', ['day', 'day'], ['day', 'day'], ['1', '1']],
])('gives %s', (_, wanted, names, cells) => {
	const { pick, ...columns } = outputColumns(NAMES, wanted);
	expect(columns).toEqual({ names, isAll: wanted.length === 0 });
	expect(pick(['1', '2', '3'])).toEqual(cells);
});

it('lacks nothing where a file without rows has no names either', () => {
	expect(outputColumns([], ['day'])).toMatchObject({ names: [], isAll: true });
});

it('names the columns that are missing, and those that are there', () => {
	const message = 'There is no column "users, Order"';
	const description = 'The columns are: day, store, orders. Change Options > Output Columns.';
	expect(() => outputColumns(NAMES, ['day', 'users', 'Order'])).toThrow(
		expect.objectContaining({ message, description }) as Error,
	);
});

it('takes the very name first, and none of two that are like it', () => {
	const names = ['Store ID', 'store_id', 'STORE'];
	expect(outputColumns(names, ['store_id', 'store']).pick(['1', '2', '3'])).toEqual(['2', '3']);
	expect(() => outputColumns(names, ['storeId'])).toThrow('There is no column "storeId"');
});

it.each([
	['another name', ['day', 'shop', 'orders']],
	['another order', ['day', 'orders', 'store']],
	['a column more', [...NAMES, 'users']],
	['a column less', ['day', 'store']],
])('the parts of an export may have the same columns, but not %s', (_, other) => {
	expectSameColumns(NAMES, [...NAMES], 'part 2');
	expect(() => expectSameColumns(NAMES, other, 'part 2')).toThrow(
		'The parts of the bulk export have different columns: those of part 2 are not those of the first',
	);
});
