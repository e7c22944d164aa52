import { expectAllColumns } from '../../../../nodes/Analytics/outputs/subExecution';

const COLUMNS = ['day', 'store', 'orders'];
const ROWS = [
	{ day: '2026-11-01', store: '007', orders: 12 },
	{ day: '2026-11-02', store: '008', orders: null },
];
type Row = Record<string, string | number | null>;
const returned =
	(...rows: Row[]) =>
	() =>
		expectAllColumns(
			ROWS,
			rows.map((json) => ({ json })),
			COLUMNS,
		);

it('a trigger that drops columns is an error that says what to change', () => {
	expect(
		returned({ day: '2026-11-01', store: '007' }, { day: '2026-11-02', store: '008' }),
	).toThrow(
		expect.objectContaining({
			message: 'It received only 2 of 3 columns (without orders)',
			description: expect.stringContaining('set Input Data Mode to "Accept all data"') as string,
		}) as Error,
	);
});

it('fields that the trigger expects and does not get are null, which is no value of its own', () => {
	expect(returned({ day: '2026-11-01', other: null }, { day: '2026-11-02', other: null })).toThrow(
		'It received only 1 of 3 columns (without store, orders)',
	);
});

it.each<[string, Row[]]>([
	['all columns', ROWS],
	['more than the columns', ROWS.map((row) => ({ ...row, id: 1 }))],
	['another number of items', [{ day: '2026-11-01' }]],
	['nothing', []],
	['other items', [{ id: 1 }, { id: 2 }]],
	['other values', [{ day: '1 November' }, { day: '2 November' }]],
	[
		'columns of its own besides',
		[
			{ day: '2026-11-01', id: 7 },
			{ day: '2026-11-02', id: 8 },
		],
	],
	['items without fields', [{}, {}]],
])('a workflow may return %s', (_, rows) => {
	expect(returned(...rows)).not.toThrow();
});
