import { expectAllColumns } from '../../../../nodes/Analytics/outputs/subExecution';

const COLUMNS = ['day', 'store', 'orders'];
const ROWS = [
	{ day: '2026-11-01', store: '007', orders: 12 },
	{ day: '2026-11-02', store: '008', orders: null },
];
type Row = Record<string, string | number | null>;
const returned = (rows: Row[]) => () => {
	const items = rows.map((json) => ({ json }));
	expectAllColumns(ROWS, items, COLUMNS);
};
const withoutOrders = ROWS.map(({ day, store }) => ({ day, store }));
// Fields that the trigger expects and does not get are null, which is no value of its own.
const withOther = ROWS.map(({ day }) => ({ day, other: null }));

it.each<[string, Row[], string]>([
	['drops columns', withoutOrders, '2 of 3 columns (without orders)'],
	['expects others', withOther, '1 of 3 columns (without store, orders)'],
])('a trigger that %s is an error that says what to change', (_, rows, received) => {
	const description = expect.stringContaining('set Input Data Mode to "Accept all data"') as string;
	expect(returned(rows)).toThrow(
		expect.objectContaining({ message: `It received only ${received}`, description }) as Error,
	);
});

it.each<[string, Row[]]>([
	['all columns', ROWS],
	['more than the columns', ROWS.map((row) => ({ ...row, id: 1 }))],
	['another number of items', [{ day: '2026-11-01' }]],
	['nothing', []],
	['other items', [{ id: 1 }, { id: 2 }]],
	['other values', [{ day: '1 November' }, { day: '2 November' }]],
	['columns of its own besides', ROWS.map(({ day }) => ({ day, id: 7 }))],
	['items without fields', [{}, {}]],
])('a workflow may return %s', (_, rows) => {
	expect(returned(rows)).not.toThrow();
});
