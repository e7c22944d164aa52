import type { CellValue, RowObject } from './rowObjects';

const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
/**
 * Every decimal of at most so many digits can be converted to a double and printed again without a change.
 * Longer whole numbers are IDs. If they were converted as long as a double can hold them, a column of IDs would
 * change its type as soon as one is larger than 2^53.
 */
const MAX_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);
/** JavaScript prints a smaller number with an exponent. */
const MIN_PLAIN = 1e-6;

/**
 * Converts `true`, `false`, whole numbers of at most 15 digits, and decimals that JavaScript prints as they are
 * written, except for zeros at the end (`12.50`). Everything else stays text: `007`, `+5511987654321`, `1e5`,
 * `-0`, `.5`, longer whole numbers, and dates.
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

/** @param start the place of the first digit: 1 after a minus, otherwise 0 @returns undefined if the text is to stay text */
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
 * As exact as `Number`, but in two thirds of the time: the digits and the power of ten are exact doubles, so only
 * the division rounds.
 */
function shortDecimal(digits: number, decimals: number): number | undefined {
	const value = digits / POWERS_OF_TEN[decimals]!;
	return value === 0 || value >= MIN_PLAIN ? value : undefined;
}

/** Whether JavaScript writes numbers in this form: `5`, `0.5` and `10`, but not `.5`, `5.` or `05`. */
function isPlain(text: string, start: number, dot: number): boolean {
	const wholeDigits = dot - start;
	if (wholeDigits === 0 || dot === text.length - 1) return false;
	return wholeDigits === 1 || text.charCodeAt(start) !== ZERO;
}

/** Converts a decimal with so many digits that only printing it shows whether a double can hold them all. */
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
	/** Undefined as long as all cells are empty. */
	type: ColumnType | undefined;
	/** How many cells were converted while the column was not known to be text. */
	cells: number;
	/** The texts of the cells that do not print as they were written (`12.50`), by the number of the cell. */
	written: Map<number, string>;
}

export type ConvertCell = (text: string, column: number) => CellValue;

/**
 * Converts the cells of all parts of an export. A column becomes numbers, or booleans, only if all of its values
 * do; otherwise it is text. An empty cell is null in every column, so that a column has the same type on days
 * without any value.
 *
 * Cells are converted as they come. The first one that does not fit turns the cells before it back into text. For
 * that, only the texts must be remembered of the cells that do not print as they were written.
 */
export class ColumnTypes {
	readonly #columns = new Map<string, Column>();
	readonly #rows: (() => Iterable<RowObject>) | undefined;

	/**
	 * @param rows all rows that were converted so far, in which cells are turned back into text. Without it, the
	 * types of the columns are only learned from the cells: a second pass over the same cells then converts them
	 */
	constructor(rows?: () => Iterable<RowObject>) {
		this.#rows = rows;
	}

	/** @returns a function that must be called once for each cell of a part, from its first row to its last */
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

	/** Turns the cells of a column back into text. Parts that do not have the column are left out. */
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

/** Whether a number has zeros at its end, so that it does not print as it is written. */
function hasLastZeros(text: string): boolean {
	return text.charCodeAt(text.length - 1) === ZERO && text.includes('.');
}
