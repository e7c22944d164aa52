import { lostColumnsWarning } from '../../../../nodes/Analytics/outputs/subExecution';

const COLUMNS = ['day', 'store', 'orders'];
const ROWS = [
	{ day: '2026-11-01', store: '007', orders: 12 },
	{ day: '2026-11-02', store: '008', orders: null },
];
type Row = Record<string, string | number | null>;
const warningOf = (rows: Row[]) => {
	const items = rows.map((json) => ({ json }));
	return lostColumnsWarning(ROWS, items, COLUMNS);
};
const withoutOrders = ROWS.map(({ day, store }) => ({ day, store }));
// Fields that the trigger expects and does not get are null, which is no value of its own.
const withOther = ROWS.map(({ day }) => ({ day, other: null }));

it.each<[string, Row[], string]>([
	['drops columns', withoutOrders, 'orders'],
	['expects others', withOther, 'store and orders'],
])('a trigger that %s is a warning that says what to change', (_, rows, lost) => {
	expect(warningOf(rows)).toBe(
		`The sub-workflow returned its first batch without ${lost}. If that is not on purpose, its trigger may have dropped them. In its trigger "When Executed by Another Workflow", set Input data mode to "Accept all data", and publish it again.`,
	);
});

it.each<[string, Row[]]>([
	['all columns', ROWS],
	['another number of items', [{ day: '2026-11-01' }]],
	['other items', [{ id: 1 }, { id: 2 }]],
	['other values', [{ day: '1 November' }, { day: '2 November' }]],
	['items without fields', [{}, {}]],
	['columns of its own besides', ROWS.map(({ day }) => ({ day, id: 7 }))],
])('a workflow may return %s', (_, rows) => {
	expect(warningOf(rows)).toBeUndefined();
});
