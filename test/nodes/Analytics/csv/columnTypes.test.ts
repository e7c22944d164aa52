import fc from 'fast-check';
import { ColumnTypes, type HeldRows } from '../../../../nodes/Analytics/csv/columnTypes';
import { rowBuilder, type RowObject } from '../../../../nodes/Analytics/csv/rowObjects';
import { convertType } from '../../../../nodes/Analytics/csv/typeConversion';
import { seeded } from '../../../support/cuts';

interface File {
	held: HeldRows;
	rows(): RowObject[];
	add(cells: string[]): void;
}

function fileOf(types: ColumnTypes, names: string[]): File {
	const rows: RowObject[] = [];
	const file: HeldRows = { names, rows: () => rows };
	const build = rowBuilder(names, types.add(file));
	return { held: file, rows: () => rows, add: (cells) => rows.push(build(cells)) };
}

/** The values of one column, converted. */
function column(cells: string[]) {
	const file = fileOf(new ColumnTypes(), ['value']);
	for (const cell of cells) file.add([cell]);
	return file.rows().map(({ value }) => value);
}

it.each<[string, string[], unknown[]]>([
	['numbers', ['90', '70', '494', '-1.5'], [90, 70, 494, -1.5]],
	['true and false', ['true', 'false'], [true, false]],
	['numbers with empty cells', ['', '1', '', '2'], [null, 1, null, 2]],
	['nothing but empty cells', ['', ''], ['', '']],
	['text with empty cells', ['', 'x', ''], ['', 'x', '']],
	['a number and text', ['123', '007', '5'], ['123', '007', '5']],
	[
		'text that comes late',
		['', '1', '', '2.5', 'n/a', '3', ''],
		['', '1', '', '2.5', 'n/a', '3', ''],
	],
	['numbers, true and false', ['1', 'true'], ['1', 'true']],
	['true, then a number', ['true', '', '1'], ['true', '', '1']],
	['a number that would print differently', ['1.5', '1.50'], ['1.5', '1.50']],
	['an ID beyond the safe numbers', ['1', '9007199254740993'], ['1', '9007199254740993']],
])('%s', (_, cells, values) => {
	expect(column(cells)).toEqual(values);
});

it('converts a whole column or nothing of it, and loses nothing', () => {
	const cell = fc.oneof(
		fc.constantFrom('', 'true', 'false', '007', 'x', '1e5', '-0'),
		fc.integer().map(String),
		fc.double({ noNaN: true }).map(String),
	);
	fc.assert(
		fc.property(fc.array(cell, { maxLength: 8 }), (cells) => {
			const values = column(cells);
			expect(values.map((value) => (value === null ? '' : String(value)))).toEqual(cells);
			const types = new Set(
				cells.filter((text) => text !== '').map((text) => typeof convertType(text)),
			);
			const [type = 'string'] = types.size === 1 ? types : [];
			for (const value of values) expect(['object', type]).toContain(typeof value);
			expect(values.includes(null)).toBe(type !== 'string' && cells.includes(''));
		}),
		seeded(2_000),
	);
});

it('keeps the columns of a row apart', () => {
	const file = fileOf(new ColumnTypes(), ['id', 'count', '__proto__']);
	file.add(['1', '2', '3']);
	file.add(['007', '4', '5']);
	expect(file.rows().map((row) => Object.values(row))).toEqual([
		['1', 2, 3],
		['007', 4, 5],
	]);
});

describe('several files of one export', () => {
	it('have the same types, whichever of them does not fit', () => {
		const types = new ColumnTypes();
		const first = fileOf(types, ['day', 'store']);
		const second = fileOf(types, ['store', 'other']);
		first.add(['1', '12']);
		second.add(['13', '1']);
		second.add(['007', '2']);
		first.add(['2', '14']);
		expect(first.rows()).toEqual([
			{ day: 1, store: '12' },
			{ day: 2, store: '14' },
		]);
		expect(second.rows()).toEqual([
			{ store: '13', other: 1 },
			{ store: '007', other: 2 },
		]);
	});

	it('leave alone the rows of one that was dropped', () => {
		const types = new ColumnTypes();
		const dropped = fileOf(types, ['value']);
		dropped.add(['1']);
		types.drop(dropped.held);
		fileOf(types, ['value']).add(['x']);
		// A dropped file is of no use to anybody; it must only not be kept in memory.
		expect(dropped.rows()).toEqual([{ value: 1 }]);
	});
});
