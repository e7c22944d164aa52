import fc from 'fast-check';
import { ColumnTypes, convertType } from '../../../../nodes/Analytics/table/columnTypes';
import { rowBuilder, type RowObject } from '../../../../nodes/Analytics/table/rowObjects';
import { seeded } from '../../../support/cuts';

it.each([
	['0', 0],
	['12.50', 12.5],
	['-0.250', -0.25],
	['999999999999999', 999999999999999],
	['0.00000000000001', 1e-14],
	['true', true],
	['false', false],
])('%s is the value %p', (text, value) => {
	expect(convertType(text)).toBe(value);
});

it.each([
	...['', ' ', '-', '.', '-.', '.5', '5.', '-.5', '00', '007', '-01', '00.5', '-0', '-0.0', '+1'],
	...['+5511987654321', '1234567890123456', '0.1234567890123456', '9007199254740991', '1e5'],
	...['1E5', '0x10', '1_000', '1,5', '1 ', ' 1', '1\n', '1.2.3', '--1', '1-2', '2025-02-14'],
	...['Infinity', 'NaN', 'null', 'True', 'TRUE', 'true ', 'yes', 't', '١'],
])('%j stays text', (text) => {
	expect(convertType(text)).toBe(text);
});

it('plain numbers of up to 15 digits are exactly what Number makes of them', () => {
	const digits = fc.stringMatching(/^[1-9]\d{0,14}$/);
	const parts = fc.tuple(digits, fc.nat(14), fc.constantFrom('', '-'));
	const check = ([text, decimals, sign]: [string, number, string]) => {
		const whole = text.slice(0, -decimals || undefined) || '0';
		const plain = decimals < text.length ? text.slice(text.length - decimals) : text;
		const number = `${sign}${whole}${decimals > 0 ? `.${plain}` : ''}`;
		expect(convertType(number)).toBe(Number(number));
	};
	fc.assert(fc.property(parts, check), seeded(5_000));
});

interface Part {
	names: string[];
	cells: string[][];
}

/** The rows of the parts of an export: converted as they come, and once all types are learned. */
function converted(parts: Part[]): [asTheyCome: RowObject[], learned: RowObject[]] {
	const asTheyCome: RowObject[] = [];
	const types = new ColumnTypes(() => asTheyCome);
	const learned = new ColumnTypes();
	for (const { names, cells } of parts) {
		const toRow = rowBuilder(names, types.converter(names));
		const learn = learned.converter(names);
		for (const row of cells) {
			asTheyCome.push(toRow(row));
			row.forEach(learn);
		}
	}
	const rowsOf = ({ names, cells }: Part) => cells.map(rowBuilder(names, learned.converter(names)));
	return [asTheyCome, parts.flatMap(rowsOf)];
}

it.each<[string, string[], unknown[]]>([
	['numbers', ['90', '12.50', '-1.5'], [90, 12.5, -1.5]],
	['true and false', ['true', 'false'], [true, false]],
	['nothing but empty cells', ['', ''], ['', '']],
	['text with empty cells', ['', 'x', '', '1'], ['', 'x', '', '1']],
	['a number and text', ['123', '007', '5'], ['123', '007', '5']],
	['numbers, true and false', ['1', 'true'], ['1', 'true']],
	['text that comes late', ['12.50', '', '0.0', 'x'], ['12.50', '', '0.0', 'x']],
	['text after tiny numbers', ['0.0000001', '7', 'x'], ['0.0000001', '7', 'x']],
])('a whole column of %s', (_, cells, values) => {
	const rows = values.map((value) => ({ value }));
	const column = { names: ['value'], cells: cells.map((cell) => [cell]) };
	expect(converted([column])).toEqual([rows, rows]);
});

/** Mostly of one kind, so that a cell that does not fit comes late. */
const cell = fc.oneof(
	{ arbitrary: fc.constantFrom('', '1', '12.50', '0.0', '-3', '0.0000001', '100'), weight: 30 },
	{ arbitrary: fc.constantFrom('true', '007', 'x', '1e5', '-0', '12345678901234567'), weight: 1 },
);
const anyParts = fc.array(
	fc.shuffledSubarray(['a', 'b', '__proto__', 'c'], { minLength: 1 }).chain((names) => {
		const row = fc.array(cell, { minLength: names.length, maxLength: names.length });
		return fc.array(row, { maxLength: 8 }).map((cells): Part => ({ names, cells }));
	}),
	{ maxLength: 3 },
);

it('any parts are converted as they come as once all types are learned', () => {
	fc.assert(
		fc.property(anyParts, (parts) => {
			const [asTheyCome, learned] = converted(parts);
			const entries = (rows: RowObject[]) => rows.map((row) => Object.entries(row));
			expect(entries(asTheyCome)).toEqual(entries(learned));
		}),
		seeded(500),
	);
});
