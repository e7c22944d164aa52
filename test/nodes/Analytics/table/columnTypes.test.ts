import fc from 'fast-check';
import { ColumnTypes, convertType } from '../../../../nodes/Analytics/table/columnTypes';
import { rowBuilder, type RowObject } from '../../../../nodes/Analytics/table/rowBuilder';
import { seeded } from '../../../support/cuts';

it.each([
	{ text: '0.000000000000000000', value: 0 },
	{ text: '12.50', value: 12.5 },
	{ text: '9999999999', value: 9999999999 },
	// Repeating decimals, as databases and JavaScript write them.
	{ text: '0.6666666666666666', value: 2 / 3 },
	// JavaScript prints smaller numbers with an exponent.
	{ text: '0.000001', value: 0.000001 },
	{ text: 'true', value: true },
	{ text: 'false', value: false },
])('the text $text becomes $value', ({ text, value }) => {
	expect(convertType(text)).toBe(value);
});

it.each([
	{ what: 'nothing, or no digit', texts: ['', '-', '-.', '--1'] },
	{ what: 'no digit before or after the dot', texts: ['.5', '5.'] },
	{ what: 'leading zeros', texts: ['007', '-01', '00.5'] },
	{ what: 'a plus', texts: ['+1', '+5511987654321'] },
	{ what: 'a minus before zero, which JavaScript does not print', texts: ['-0', '-0.00'] },
	{ what: 'an exponent', texts: ['1e5', '1.5E3', '1e-7'] },
	{
		what: '11 digits and more, as phones, tax numbers and IDs have',
		texts: ['10000000000', '-10000000000'],
	},
	{
		what: 'decimals that would lose a digit',
		texts: ['0.66666666666666666', '12345678901234567.89', '9007199254740993.0'],
	},
	{
		what: 'decimals that JavaScript prints with an exponent',
		texts: ['0.0000001', '1000000000000000000000.5'],
	},
	{
		what: 'another writing of a number',
		texts: ['0x10', '1_000', '1,5', ' 1', '1\n', '1.2.3', '\u0661', 'Infinity'],
	},
	{ what: 'words', texts: ['null', 'TRUE', 'true ', '2025-02-14'] },
])('a text stays text if it has $what: $texts', ({ texts }) => {
	expect(texts.map(convertType)).toEqual(texts);
});

/** The rule, as simple as it can be written. */
function simplyConverted(text: string): string | number {
	const isWhole = /^-?\d+$/.test(text);
	const isDecimal = /^-?\d+\.\d+$/.test(text);
	if (!isWhole && !isDecimal) return text;
	if (isWhole && text.replace('-', '').length > 10) return text;
	const withoutLastZeros = isDecimal ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
	return String(Number(text)) === withoutLastZeros ? Number(text) : text;
}

describe('converts as the simple definition does', () => {
	const check = (text: string) => convertType(text) === simplyConverted(text);

	it('texts of the characters that numbers are written with', () => {
		// Zeros and ones are the digits that matter most.
		const unit = fc.constantFrom(...'00112569-+.eE');
		fc.assert(fc.property(fc.string({ unit, maxLength: 30 }), check), seeded(5_000));
	});

	it('decimals of any length, on both sides of the dot', () => {
		const whole = fc.stringMatching(/^-?(0|[1-9]\d{0,22})$/);
		const decimals = fc.stringMatching(/^0{0,8}\d{0,22}0{0,4}$/);
		const text = fc.tuple(whole, decimals).map((parts) => parts.join('.'));
		fc.assert(fc.property(text, check), seeded(5_000));
	});
});

interface Part {
	names: string[];
	cells: string[][];
}

/** The rows of the parts of an export, each converted as it comes. Later rows may change values of earlier ones. */
function convertedAsTheyCome(parts: Part[]): RowObject[] {
	const rows: RowObject[] = [];
	const types = new ColumnTypes();
	for (const { names, cells } of parts) {
		const toRow = rowBuilder(names, types.converter(names));
		for (const row of cells) rows.push(toRow(row));
	}
	for (const row of rows) types.turnBack(row);
	return rows;
}

it.each([
	{ what: 'of prices', cells: ['12.50', '12.75', '7.00'], values: [12.5, 12.75, 7] },
	{ what: 'of versions', cells: ['1.0', '2', '1'], values: ['1.0', '2', '1'] },
	{
		what: 'that could write one number in two ways',
		cells: ['12.5', '13.50'],
		values: ['12.5', '13.50'],
	},
	{
		what: 'of rates, some of which repeat',
		cells: ['0.5', '0.6666666666666666', '66.66666666666667', '100.0'],
		values: [0.5, 2 / 3, 200 / 3, 100],
	},
	{
		what: 'of text and empty cells',
		cells: ['', 'x', '', '1'],
		values: [null, 'x', null, '1'],
	},
	{
		what: 'whose text comes late, as it was written',
		cells: ['12.50', '', '0.000', '7', '-0.250', '0.30000000000000004', 'true', '12.50'],
		values: ['12.50', null, '0.000', '7', '-0.250', '0.30000000000000004', 'true', '12.50'],
	},
])('a whole column $what', ({ cells, values }) => {
	const rows = values.map((value) => ({ value }));
	const column = { names: ['value'], cells: cells.map((cell) => [cell]) };
	expect(convertedAsTheyCome([column])).toEqual(rows);
});

it('a column that is text in a later part is text in all parts, as it was written', () => {
	const parts = [
		{ names: ['id', 'amount'], cells: [['1', '1.50']] },
		{ names: ['other'], cells: [['3.10']] },
		{ names: ['amount', 'id'], cells: [['n/a', '4']] },
	];
	const rows = [{ id: 1, amount: '1.50' }, { other: 3.1 }, { amount: 'n/a', id: 4 }];
	expect(convertedAsTheyCome(parts)).toEqual(rows);
});

/** Mostly of one kind, so that a cell that does not fit comes late. */
const cell = fc.oneof(
	{
		arbitrary: fc.constantFrom('', '1', '12.50', '0.0', '-3', '0.6666666666666666', '100'),
		weight: 30,
	},
	{ arbitrary: fc.constantFrom('1.0', '12.5', '12.75', '0', '0.00', '-3.10'), weight: 2 },
	{ arbitrary: fc.constantFrom('true', '007', 'x', '1e5', '-0', '12345678901234567'), weight: 1 },
);
it('the types of columns depend neither on the order of the rows nor on how they are divided into parts', () => {
	const number = fc.constantFrom('', '12.50', '12.75', '7.00', '7', '12.5', '12.1', '0', '0.00');
	const columns = fc.array(fc.tuple(number, number, cell), { maxLength: 8 }).chain((cells) => {
		const order = fc.shuffledSubarray(cells, { minLength: cells.length });
		return fc.record({ cells: fc.constant(cells), shuffled: order, split: fc.nat(8) });
	});
	const typesOf = (rows: RowObject[]) => {
		return ['a', 'b', 'c'].map((name) => {
			const values = rows.map((row) => row[name]).filter((value) => value !== null);
			return [...new Set(values.map((value) => typeof value))];
		});
	};
	fc.assert(
		fc.property(columns, ({ cells, shuffled, split }) => {
			const names = ['a', 'b', 'c'];
			const whole = typesOf(convertedAsTheyCome([{ names, cells }]));
			const parts = [shuffled.slice(0, split), shuffled.slice(split)];
			const divided = convertedAsTheyCome(parts.map((part) => ({ names, cells: part })));
			expect(typesOf(divided)).toEqual(whole);
			// A column has a single type.
			for (const types of whole) expect(types.length).toBeLessThanOrEqual(1);
		}),
		seeded(1_000),
	);
});

it('no two texts of a column become the same number', () => {
	const digits = fc.constantFrom('0', '1', '10', '-1', '12');
	const decimals = fc.constantFrom('', '.0', '.00', '.5', '.50', '.1', '.10', '.25');
	const numbers = fc.array(fc.tuple(digits, decimals), { maxLength: 4 });
	fc.assert(
		fc.property(numbers, (parts) => {
			const texts = [...new Set(parts.map((both) => both.join('')))];
			const rows = convertedAsTheyCome([{ names: ['n'], cells: texts.map((text) => [text]) }]);
			expect(new Set(rows.map(({ n }) => n)).size).toBe(texts.length);
		}),
		seeded(2_000),
	);
});
