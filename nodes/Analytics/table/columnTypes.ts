import type { CellValue, RowObject } from './rowObjects';

const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
/**
 * Every decimal of at most so many digits can be converted to a double and printed again without a
 * change. Longer whole numbers are IDs: were they converted where a double can hold them, a column
 * of IDs would change its type once they pass 2^53.
 */
const MAX_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);
/** JavaScript prints smaller numbers with an exponent. */
const MIN_PLAIN = 1e-6;

/**
 * Converts `true`, `false`, whole numbers of at most 15 digits, and the decimals that JavaScript
 * prints as they are written, apart from zeros at their end (`12.50`). All else stays text: `007`,
 * `+5511987654321`, `1e5`, `-0`, `.5`, longer whole numbers, and dates.
 */
export function convertType(text: string): string | number | boolean {
	const first = text.charCodeAt(0);
	if (first > NINE) return convertWord(text);
	return plainNumber(text, first === MINUS ? 1 : 0) ?? text;
}

function convertWord(text: string): string | boolean {
	if (text === 'true') return true;
	return text === 'false' ? false : text;
}

/** @param start the place of the first digit: 1 behind a minus, otherwise 0 */
function plainNumber(text: string, start: number): number | undefined {
	const { length } = text;
	let digits = 0;
	let dot = length;
	for (let at = start; at < length; at++) {
		const char = text.charCodeAt(at);
		if (char >= ZERO && char <= NINE) digits = digits * 10 + (char - ZERO);
		else if (char === DOT && dot === length) dot = at;
		else return undefined;
	}
	if (!isPlain(text, start, dot)) return undefined;
	const decimals = Math.max(0, length - dot - 1);
	if (dot - start + decimals > MAX_DIGITS) return dot === length ? undefined : longDecimal(text);
	const value = shortDecimal(digits, decimals);
	if (start === 0) return value;
	// JavaScript prints no minus before a zero.
	return value === undefined || value === 0 ? undefined : -value;
}

/**
 * As exact as `Number` in two thirds of its time: the digits and the power of ten are exact doubles,
 * and the division rounds once.
 */
function shortDecimal(digits: number, decimals: number): number | undefined {
	const value = digits / POWERS_OF_TEN[decimals]!;
	return value === 0 || value >= MIN_PLAIN ? value : undefined;
}

/** Whether JavaScript writes a number so: `5`, `0.5`, `10`, but neither `.5`, `5.` nor `05`. */
function isPlain(text: string, start: number, dot: number): boolean {
	const wholeDigits = dot - start;
	if (wholeDigits === 0 || dot === text.length - 1) return false;
	return wholeDigits === 1 || text.charCodeAt(start) !== ZERO;
}

/** For decimals of so many digits that only printing them shows whether a double holds them all. */
function longDecimal(text: string): number | undefined {
	const value = Number(text);
	return String(value) === withoutLastZeros(text) ? value : undefined;
}

/** A loop, since a regular expression for the zeros would take quadratic time on a hostile text. */
function withoutLastZeros(decimal: string): string {
	let end = decimal.length;
	while (decimal.charCodeAt(end - 1) === ZERO) end -= 1;
	if (decimal.charCodeAt(end - 1) === DOT) end -= 1;
	return decimal.slice(0, end);
}

type ColumnType = 'number' | 'boolean' | 'string';

interface Column {
	name: string;
	/** Not known while all cells are empty. */
	type: ColumnType | undefined;
	/** How many cells were converted while the column was not known to be text. */
	cells: number;
	/** The text of those cells that do not print as they were written (`12.50`), by their number. */
	written: Map<number, string>;
}

export type ConvertCell = (text: string, column: number) => CellValue;

/**
 * A column becomes numbers, or true and false, only if all of its values do; otherwise it is text.
 * An empty cell is null in every column, so that a column has one type on all days. All parts of an
 * export share their columns.
 *
 * Cells are converted as they come. The first one that does not fit turns the cells before it back
 * into text. For that, only those must be remembered that do not print as they were written.
 */
export class ColumnTypes {
	readonly #columns = new Map<string, Column>();
	readonly #rows: (() => Iterable<RowObject>) | undefined;

	/** @param rows that hold what was converted so far; without them, only types are learned */
	constructor(rows?: () => Iterable<RowObject>) {
		this.#rows = rows;
	}

	/** @returns a function to be given each cell of a part once, from its first row to its last */
	converter(names: readonly string[]): ConvertCell {
		const columns = names.map((name) => this.#column(name));
		return (text, index) => this.#convertCell(columns[index]!, text);
	}

	#column(name: string): Column {
		const known = this.#columns.get(name);
		if (known) return known;
		const column: Column = { name, type: undefined, cells: 0, written: new Map() };
		this.#columns.set(name, column);
		return column;
	}

	#convertCell(column: Column, text: string): CellValue {
		if (text === '') {
			column.cells += 1;
			return null;
		}
		if (column.type === 'string') return text;
		const value = convertType(text);
		const type = typeof value as ColumnType;
		if (column.type !== type) {
			if (column.type !== undefined || type === 'string') return this.#becomeText(column, text);
			column.type = type;
		}
		if (this.#rows && hasLastZeros(text)) column.written.set(column.cells, text);
		column.cells += 1;
		return value;
	}

	#becomeText(column: Column, text: string): string {
		if (column.type !== undefined) this.#turnBack(column);
		column.type = 'string';
		column.written.clear();
		return text;
	}

	/** Only rows of the parts that have the column hold cells of it. */
	#turnBack({ name, written }: Column): void {
		if (!this.#rows) return;
		let cell = 0;
		for (const row of this.#rows()) {
			if (!Object.hasOwn(row, name)) continue;
			const value = row[name]!;
			if (value !== null) row[name] = written.get(cell) ?? String(value);
			cell += 1;
		}
	}
}

/** Whether a number prints in another way than it is written: without the zeros at its end. */
function hasLastZeros(text: string): boolean {
	return text.charCodeAt(text.length - 1) === ZERO && text.includes('.');
}
