import type { CellValue, RowObject } from './rowObjects';

const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
/** So many digits survive the way into a double and back. */
const MAX_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS }, (_, power) => 10 ** power);
/** Smaller numbers print with an exponent. */
const MIN_PLAIN = 1e-6;

/**
 * Converts whole numbers, plain decimals, zeros at their end included (`12.50`), true and false.
 * Stays text: `007`, `+5511987654321`, more than 15 digits, `1e5`, `-0`, dates, the empty cell.
 */
export function convertType(text: string): string | number | boolean {
	const first = text.charCodeAt(0);
	if (first > NINE) return text === 'true' ? true : text === 'false' ? false : text;
	const value = plainNumber(text, first === MINUS ? 1 : 0);
	return Number.isNaN(value) || Object.is(value, -0) ? text : value;
}

/** NaN for anything else. Two thirds of the time of `Number`, and as exact: both sides of the division are. */
function plainNumber(text: string, start: number): number {
	let digits = 0;
	let dot = text.length;
	for (let at = start; at < text.length; at++) {
		const char = text.charCodeAt(at);
		if (char >= ZERO && char <= NINE) digits = digits * 10 + (char - ZERO);
		else if (char === DOT && dot === text.length) dot = at;
		else return NaN;
	}
	const whole = dot - start;
	const decimals = Math.max(0, text.length - dot - 1);
	const hasStrayZero = whole > 1 && text.charCodeAt(start) === ZERO;
	if (whole === 0 || hasStrayZero || whole + decimals > MAX_DIGITS) return NaN;
	if (text.charCodeAt(text.length - 1) === DOT) return NaN;
	const value = digits / POWERS_OF_TEN[decimals]!;
	return start === 0 ? value : -value;
}

interface Column {
	name: string;
	type: 'number' | 'boolean' | 'string' | undefined;
	/** How cells are written that do not print so (`12.50`), by the number of their row. */
	written: Map<number, string>;
}

export type ConvertCell = (text: string, column: number) => CellValue;

/**
 * A column becomes numbers, or true and false, only if all of its values do; its empty cells are
 * then null. All parts of an export share their columns. Cells are converted as they come: the
 * first one that does not fit turns the rows so far back into text, for which only those cells must
 * be kept that do not print as they were written.
 */
export class ColumnTypes {
	readonly #columns = new Map<string, Column>();
	readonly #rows: (() => Iterable<RowObject>) | undefined;
	#count = 0;

	/** @param rows that hold what was converted so far; without them, only types are learned */
	constructor(rows?: () => Iterable<RowObject>) {
		this.#rows = rows;
	}

	/** @returns to be given the cells of each row from the first to the last */
	converter(names: readonly string[]): ConvertCell {
		const columns = names.map((name) => this.#column(name));
		const last = names.length - 1;
		return (text, index) => {
			const row = this.#count;
			if (index === last) this.#count += 1;
			const column = columns[index]!;
			if (column.type === 'string') return text;
			if (text === '') return column.type === undefined ? text : null;
			const value = convertType(text);
			if (typeof value !== column.type) return this.#settle(column, { text, value, row });
			if (isUnprintable(value, text)) this.#write(column, row, text);
			return value;
		};
	}

	#column(name: string): Column {
		const column = this.#columns.get(name) ?? { name, type: undefined, written: new Map() };
		this.#columns.set(name, column);
		return column;
	}

	#write(column: Column, row: number, text: string): void {
		if (this.#rows) column.written.set(row, text);
	}

	#settle(
		column: Column,
		{ text, value, row }: { text: string; value: string | number | boolean; row: number },
	): CellValue {
		const { type } = column;
		column.type = type === undefined ? (typeof value as 'number' | 'boolean' | 'string') : 'string';
		if (column.type !== 'string') {
			if (isUnprintable(value, text)) this.#write(column, row, text);
			this.#change(column, (earlier) => (earlier === '' ? null : earlier));
			return value;
		}
		if (type !== undefined) {
			this.#change(column, (earlier, at) =>
				earlier === null ? '' : (column.written.get(at) ?? String(earlier)),
			);
			column.written.clear();
		}
		return text;
	}

	#change({ name }: Column, change: (value: CellValue, row: number) => CellValue): void {
		let at = 0;
		for (const row of this.#rows?.() ?? []) {
			if (Object.hasOwn(row, name)) row[name] = change(row[name]!, at);
			at += 1;
		}
	}
}

function isUnprintable(value: string | number | boolean, text: string): boolean {
	if (typeof value !== 'number') return false;
	if (text.charCodeAt(text.length - 1) === ZERO && text.includes('.')) return true;
	return value !== 0 && Math.abs(value) < MIN_PLAIN;
}
