import fc from 'fast-check';
import { CsvError, CsvReader } from '../../../../nodes/Analytics/table/csvReader';
import { firstRowOf } from '../../../../nodes/Analytics/table/firstRow';
import { pieces } from '../../../support/cuts';

/** Reads a whole file, the first row of which may hold anything. */
export class FileReader {
	/** The text of the first row so far. Undefined after the row. */
	#firstRow: string | undefined = '';
	readonly #csv: CsvReader;
	readonly #onRow: (cells: string[]) => void;

	constructor(onRow: (cells: string[]) => void) {
		this.#onRow = onRow;
		this.#csv = new CsvReader(onRow, { rowsBefore: 1 });
	}

	write(text: string): void {
		if (this.#firstRow === undefined) return this.#csv.write(text);
		this.#firstRow += text;
		this.#takeFirstRow(false);
	}

	end(): void {
		this.#takeFirstRow(true);
		this.#csv.end();
	}

	#takeFirstRow(isWhole: boolean): void {
		if (!this.#firstRow) return;
		const first = firstRowOf(this.#firstRow, isWhole);
		if (!first) return;
		this.#firstRow = undefined;
		this.#onRow(first.cells);
		this.#csv.write(first.rest);
	}
}

/** The sizes of the pieces in which a text may arrive: small ones, every way to cut it in two, and all of it at once. */
export function everyCut(text: string): number[][] {
	const inTwo = Array.from(text, (_, at) => [at + 1, text.length]);
	return [[1], [2], [3], ...inTwo, [text.length]];
}

export function readFile(text: string, sizes: number[]): string[][] {
	const rows: string[][] = [];
	const reader = new FileReader((cells) => rows.push(cells));
	for (const piece of pieces(text, sizes)) reader.write(piece);
	reader.end();
	return rows;
}

export const FIRST_ROW = 'x\n';

/** The rows after the first one. */
export function readRows(text: string, sizes: number[]): string[][] {
	return readFile(FIRST_ROW + text, sizes).slice(1);
}

/** How many rows there are after the first one, read without their cells. */
export function countRows(text: string, sizes: number[]): number {
	let rows = 0;
	const count = () => {
		rows += 1;
	};
	const reader = new CsvReader(count, { rowsBefore: 1 });
	reader.keepFirstCellsOnly();
	for (const piece of pieces(text, sizes)) reader.write(piece);
	reader.end();
	return rows;
}

/** The result, or what is wrong with the file and in which row. */
export function outcome<T>(run: () => T): T | string {
	try {
		return run();
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		return error.message;
	}
}

export const anyText = fc.string({
	unit: fc.constantFrom('a', 'b', ',', '"', '"', '\n', '\r', 'é', '😀'),
	maxLength: 40,
});

const PARTS = ['a', 'b', 'long enough for a slice', ',', '"', '\n', '\r', 'é', '😀', ' '];
const cell = fc.string({ unit: fc.constantFrom(...PARTS), maxLength: 6 });

export const anyRows = fc
	.integer({ min: 1, max: 5 })
	.chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));

export const lineEndings = fc.constantFrom('\n', '\r\n', '\r');

/** Writes rows as CSV, with quotes where they are needed. Empty values are quoted. */
export function toCsv(rows: string[][], lineEnding: string, endsWithLine = true): string {
	const lines = rows.map((cells) => cells.map(quoted).join(','));
	return lines.join(lineEnding) + (endsWithLine && rows.length > 0 ? lineEnding : '');
}

function quoted(value: string): string {
	return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
