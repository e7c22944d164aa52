import type { CellValue, ConvertCell, RowObject } from './rowBuilder';

const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
/** Every decimal of at most so many digits can be converted to a double and printed again without a change. */
const MAX_DIGITS = 15;
/** A longer whole number is a phone, a tax number or an ID, which Excel would show as 5.51199E+12. */
const MAX_WHOLE_DIGITS = 10;
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);
/** JavaScript prints a smaller number with an exponent. */
const MIN_PLAIN = 1e-6;

/**
 * Converts `true`, `false`, whole numbers of at most 10 digits, and decimals that JavaScript prints as they are
 * written, except for zeros at the end (`12.50`). Everything else stays text: `007`, `+5511987654321`, `1e5`,
 * `-0`, `.5`, longer whole numbers, and dates.
 */
export function convertType(text: string): string | number | boolean {
	const first = text.charCodeAt(0);
	if (first <= NINE) return plainNumber(text, first === MINUS ? 1 : 0) ?? text;
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
	if (dot - start + decimals > MAX_DIGITS) return longDecimal(text);
	// As exact as `Number`, but in two thirds of the time: the digits and the power of ten are exact doubles, so only
	// the division rounds.
	const value = digits / POWERS_OF_TEN[decimals]!;
	if (value !== 0 && value < MIN_PLAIN) return undefined;
	if (start === 0) return value;
	// JavaScript prints no minus before a zero.
	return value === 0 ? undefined : -value;
}

/** Whether JavaScript writes quantities in this form: `5`, `0.5` and `10`, but not `.5`, `5.` or `05`, nor long IDs. */
function isPlain(text: string, start: number, dot: number): boolean {
	const wholeDigits = dot - start;
	if (dot === text.length && wholeDigits > MAX_WHOLE_DIGITS) return false;
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
	writings: NumberWritings;
}

/**
 * Converts the cells of all parts of an export. A column becomes numbers, or booleans, only if all of its values
 * do, and if no number is written in two ways; otherwise it is text. So the order of the rows and how they are
 * divided into parts make no difference. An empty cell is null in every column, so that a column has the same type
 * on days without any value.
 *
 * Cells are converted as they come. If one does not fit, its column stays text from there on, and the rows before it are
 * turned back at the end, with pauses for n8n between them.
 */
export class ColumnTypes {
	readonly #columns = new Map<string, Column>();
	/** The columns that became text behind other cells. */
	readonly #turned: Column[] = [];

	/** Whether rows must be turned back at the end. */
	get hasTurned(): boolean {
		return this.#turned.length > 0;
	}

	/** @returns a function that must be called once for each cell of a part, from its first row to its last */
	converter(names: readonly string[]): ConvertCell {
		const columns = names.map((name): Column => {
			const known = this.#columns.get(name);
			const column = known ?? { name, type: undefined, writings: new NumberWritings() };
			this.#columns.set(name, column);
			return column;
		});
		return (text, index) => {
			const column = columns[index]!;
			// Most cells are text. V8 makes this function, which is short, a part of its caller.
			if (column.type === 'string') return text === '' ? null : text;
			return this.#convertCell(column, text);
		};
	}

	#convertCell(column: Column, text: string): CellValue {
		if (text === '') return null;
		const value = convertType(text);
		const type = typeof value as ColumnType;
		column.type ??= type;
		const isAlike = typeof value !== 'number' || column.writings.add(text, value);
		if (column.type === type && isAlike) return value;
		this.#turned.push(column);
		column.type = 'string';
		return text;
	}

	/** Turns the cells of a row back into text that were converted before their column became text. */
	turnBack(row: RowObject): void {
		for (const { name, writings } of this.#turned) {
			const value = row[name];
			if (typeof value === 'number') row[name] = writings.textOf(value);
			if (typeof value === 'boolean') row[name] = String(value);
		}
	}
}

/**
 * How the numbers of a column are written. A number can be written in several ways only by zeros at its end: `12.1`
 * and `12.10`, `1` and `1.0`. To notice this, the numbers need not be remembered: in a column that never does so,
 * numbers with equally many decimals before these zeros have equally many of these zeros, as in `12.50` and `7.00`,
 * or in `0.25` and `3.0`. So `12.1` and `13.50` count as two ways as well.
 */
class NumberWritings {
	/** How many decimals are written: of zero itself, and then of numbers with 0, 1, 2, … decimals before the zeros. */
	readonly #written: number[] = [];

	/** @returns false if its column writes numbers in two ways */
	add(text: string, value: number): boolean {
		let at = text.length - 1;
		// Without a zero at its end, a text that means a whole number has no dot. Most texts are such ones.
		const isPlainlyWhole = text.charCodeAt(at) !== ZERO && Number.isInteger(value);
		const decimals = isPlainlyWhole ? 0 : decimalsIn(text);
		let needed = decimals;
		for (; needed > 0 && text.charCodeAt(at) === ZERO; at--) needed -= 1;
		const kind = value === 0 ? 0 : needed + 1;
		this.#written[kind] ??= decimals;
		return this.#written[kind] === decimals;
	}

	/** How a number is written that was added before. */
	textOf(value: number): string {
		const text = String(value);
		const needed = decimalsIn(text);
		const written = this.#written[value === 0 ? 0 : needed + 1] ?? needed;
		const dot = needed === 0 && written > 0 ? '.' : '';
		return text + dot + '0'.repeat(written - needed);
	}
}

/** How many digits a number has after the dot. In texts so short, this search is faster than `lastIndexOf`. */
function decimalsIn(text: string): number {
	for (let at = text.length - 1; at > 0; at--) {
		if (text.charCodeAt(at) === DOT) return text.length - at - 1;
	}
	return 0;
}
