import fc from 'fast-check';
import { ColumnTypes, convertType } from '../../../../nodes/Analytics/csv/columnTypes';
import { rowBuilder, type RowObject } from '../../../../nodes/Analytics/csv/rowObjects';
import { seeded } from '../../../support/cuts';

interface Part {
	names: string[];
	cells: string[][];
}

/** The rows of the parts of an export, as they end up. */
function converted(parts: Part[]): RowObject[] {
	const rows: RowObject[] = [];
	const types = new ColumnTypes(() => rows);
	for (const { names, cells } of parts) {
		const toRow = rowBuilder(names, types.converter(names));
		for (const row of cells) rows.push(toRow(row));
	}
	return rows;
}

const column = (cells: string[]) =>
	converted([{ names: ['value'], cells: cells.map((cell) => [cell]) }]).map(({ value }) => value);

describe('a value', () => {
	it.each([
		['0', 0],
		['7', 7],
		['-12', -12],
		['100', 100],
		['12.50', 12.5],
		['0.0', 0],
		['1.0', 1],
		['0.5', 0.5],
		['-0.250', -0.25],
		['999999999999999', 999999999999999],
		['0.00000000000001', 1e-14],
		['true', true],
		['false', false],
	])('%s is %p', (text, value) => {
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

	it('is a number if it is a plain decimal that a number keeps, and nothing else', () => {
		const numeric = fc.string({ unit: fc.constantFrom(...'0011234567899.-e+'), maxLength: 20 });
		fc.assert(
			fc.property(fc.oneof(numeric, fc.double().map(String), fc.integer().map(String)), (text) => {
				const [, whole, fraction = ''] = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
				const isPlain = whole !== undefined && (whole + fraction).length <= 15;
				const isNumber = isPlain && !Object.is(Number(text), -0);
				expect(convertType(text)).toBe(isNumber ? Number(text) : text);
			}),
			seeded(1_000),
		);
	});
});

describe('a whole column', () => {
	it.each<[string, string[], unknown[]]>([
		['numbers', ['90', '12.50', '-1.5'], [90, 12.5, -1.5]],
		['true and false', ['true', 'false'], [true, false]],
		['numbers with empty cells', ['', '1', '', '2'], [null, 1, null, 2]],
		['nothing but empty cells', ['', ''], ['', '']],
		['text with empty cells', ['', 'x', '', '1'], ['', 'x', '', '1']],
		['a number and text', ['123', '007', '5'], ['123', '007', '5']],
		['text after true', ['true', '', 'x'], ['true', '', 'x']],
		['numbers, true and false', ['1', 'true'], ['1', 'true']],
	])('of %s', (_, cells, values) => {
		expect(column(cells)).toEqual(values);
	});

	it('is text exactly as it was written, when a cell that does not fit comes late', () => {
		const written = ['', '12.50', '0.00000010', '7', '', '0.0', '100', 'n/a', '3.10'];
		expect(column(written)).toEqual(written);
	});
});

/** Every column of every part, looked at twice: once for its type, once to convert it. */
function byTwoPasses(parts: Part[]): RowObject[] {
	const values = new Map<string, string[]>();
	for (const { names, cells } of parts) {
		for (const [at, name] of names.entries()) {
			const filled = cells.map((row) => row[at]!).filter((cell) => cell !== '');
			values.set(name, [...(values.get(name) ?? []), ...filled]);
		}
	}
	const typeOf = (name: string) => {
		const types = new Set(values.get(name)!.map((cell) => typeof convertType(cell)));
		const [type = 'string'] = types;
		return types.size === 1 ? type : 'string';
	};
	return parts.flatMap(({ names, cells }) =>
		cells.map((row) => {
			const entries = names.map((name, at) => {
				const cell = row[at]!;
				if (typeOf(name) === 'string') return [name, cell] as const;
				return [name, cell === '' ? null : convertType(cell)] as const;
			});
			return Object.fromEntries(entries);
		}),
	);
}

/** Mostly of one kind, so that a cell that does not fit comes late. */
const cellsOf = (width: number) => {
	const usual = fc.constantFrom('', '1', '12.50', '0.0', '-3', '0.0000010', '100', '20.00');
	const odd = fc.constantFrom('true', 'false', '007', 'x', '1e5', '-0', '12345678901234567');
	const cell = fc.oneof({ arbitrary: usual, weight: 30 }, { arbitrary: odd, weight: 1 });
	return fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 });
};
const partOf = fc
	.shuffledSubarray(['a', 'b', '__proto__', 'c'], { minLength: 1 })
	.chain((names) => cellsOf(names.length).map((cells) => ({ names, cells })));
const anyParts = fc.array(partOf, { maxLength: 3 });

it('of any parts of an export is what two passes over all of them give', () => {
	fc.assert(
		fc.property(anyParts, (parts) => {
			const rows = converted(parts);
			const expected = byTwoPasses(parts);
			expect(rows.map((row) => Object.entries(row))).toEqual(
				expected.map((row) => Object.entries(row)),
			);
		}),
		seeded(500),
	);
});

it('is learned without rows, and then converts as if it had been known from the start', () => {
	fc.assert(
		fc.property(anyParts, (parts) => {
			const types = new ColumnTypes();
			for (const { names, cells } of parts) {
				const learn = types.converter(names);
				for (const row of cells) row.forEach(learn);
			}
			const again = parts.flatMap(({ names, cells }) => {
				const toRow = rowBuilder(names, types.converter(names));
				return cells.map((row) => Object.entries(toRow(row)));
			});
			expect(again).toEqual(byTwoPasses(parts).map((row) => Object.entries(row)));
		}),
		seeded(300),
	);
});
