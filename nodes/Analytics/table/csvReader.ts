import { NotCsv } from './fileErrors';

const LF = 10;
const CR = 13;
const QUOTE = 34;
const COMMA = 44;

/** No text of a chat is as long. Without a limit, a quote that is never closed would fill the memory. */
const MAX_FIELD = 2 ** 24;
/** Without a limit, a row of nothing but commas would block n8n for seconds. */
export const MAX_COLUMNS = 16_384;
/** How many empty lines may follow each other. They are held back until it is known whether a row follows. */
export const MAX_EMPTY_LINES = 2 ** 16;

/** How many cells of each row are kept: all of them. */
const ALL_CELLS = Infinity;

const STRAY_QUOTE = 'has a quote inside a field that does not begin with one';
const OPEN_QUOTE = 'has a quote that is never closed';
const TOO_LONG = 'has a field of more than 16 million characters';
const TOO_MANY = 'has more than 16,384 columns';

/** The text is not CSV (RFC 4180). */
export class CsvError extends NotCsv {
	/** @param row counted from 1, the first row of the file included */
	constructor(row: number, predicate: string) {
		super(`Row ${row} of the file ${predicate}.`);
	}
}

/** The text has ended inside a quoted field. */
export class OpenQuoteError extends CsvError {
	constructor(row: number) {
		super(row, OPEN_QUOTE);
	}
}

/** Is called with the cells of each row. The callee may keep them. */
export type OnRow = (cells: string[]) => void;

/** Where a chunk ended. A quote at its end may close the field, or be the first half of a doubled one. */
type Cut = 'fieldStart' | 'plain' | 'quoted' | 'quote' | 'cr';

/**
 * Reads rows of CSV (RFC 4180) from chunks of any size. Rows end with LF, CRLF or CR, which may be mixed. A
 * quote inside an unquoted field, and text after a closing quote, are errors.
 *
 * All rows must be as wide as the first one. Empty lines at the end of the file are no rows. Before other rows,
 * an empty line is an empty value in a table with a single column, and an error in any other table.
 *
 * It is fast because `indexOf` finds the next comma, quote, CR and LF, and each place is remembered until it
 * has been passed. So however the text is cut, each character is searched once for each of these four.
 */
export class CsvReader {
	readonly #onRow: OnRow;
	/** How many cells each row has. Undefined until the first row has been read. */
	#width: number | undefined;
	#emptyLines = 0;

	#cut: Cut = 'fieldStart';
	/** The cells of the current row; those from `#count` on are blank, which keeps the array packed in V8. */
	#cells: string[] = [];
	#count = 0;
	#blankRow: string[] = [];
	/** What was read so far of a field that the end of a chunk has cut. */
	#open = '';
	#keepsFirstCellsOnly = false;

	/** How many rows the file has so far, including empty lines. */
	#rows: number;
	/** How many characters all chunks before this one have. */
	#consumed = 0;
	/** Where the last row ends that was passed to `onRow`, in characters from the beginning, including its line ending. */
	rowEnd = 0;

	/** @param rowsBefore how many rows of the file come before the text, so that errors name the right row */
	constructor(onRow: OnRow, { rowsBefore = 0 } = {}) {
		this.#onRow = onRow;
		this.#rows = rowsBefore;
	}

	/**
	 * From the next row on, `onRow` only gets the first cell, in an array that is used again for each row. The
	 * text is checked in the same way, but in half the time, because the other cells are not cut out of it.
	 */
	keepFirstCellsOnly(): void {
		this.#keepsFirstCellsOnly = true;
	}

	/** Reads a chunk. @throws CsvError, after which the reader must not be used any more */
	write(text: string): void {
		if (text === '') return;
		this.#scan(text, this.#resume(text));
		this.#consumed += text.length;
		if (this.#count > MAX_COLUMNS) throw new CsvError(this.#rows + 1, TOO_MANY);
	}

	/** Ends the text. The last row may lack its line ending. @throws CsvError */
	end(): void {
		if (this.#cut === 'quoted') throw new OpenQuoteError(this.#rows + 1);
		if (this.#cut === 'cr') return this.#endRow(this.#consumed - 1, this.#consumed);
		if (this.#cut === 'fieldStart' && this.#count === 0) return;
		this.#endField(this.#open);
		this.#endRow(this.#consumed, this.#consumed);
	}

	/** Finishes the field that the last chunk has left open. @returns where the next field starts */
	#resume(text: string): number {
		const first = text.charCodeAt(0);
		switch (this.#cut) {
			case 'fieldStart':
				return 0;
			case 'cr': {
				const at = first === LF ? 1 : 0;
				this.#cut = 'fieldStart';
				this.#endRow(this.#consumed - 1, this.#consumed + at);
				return at;
			}
			case 'quote':
				if (first !== QUOTE) return this.#afterQuote(text, 0);
				this.#open += '"';
				return this.#quotedField(text, 1);
			case 'quoted':
				return this.#quotedField(text, 0);
			case 'plain':
				return this.#plainField(text);
		}
	}

	// The hot loop stays one function: split into smaller ones, it is measurably slower.
	// eslint-disable-next-line complexity
	#scan(text: string, start: number): void {
		const length = text.length;
		let at = start;
		let comma = -1;
		let lf = -1;
		let cr = -1;
		let quote = -1;

		while (at < length) {
			if (text.charCodeAt(at) === QUOTE) {
				at = this.#wholeQuotedField(text, at + 1);
				continue;
			}
			if (comma < at) comma = next(text, ',', at);
			if (lf < at) lf = next(text, '\n', at);
			if (cr < at) cr = next(text, '\r', at);
			if (quote < at) quote = next(text, '"', at);
			const lineEnd = cr < lf ? cr : lf;
			const plainEnd = quote < lineEnd ? quote : lineEnd;

			const cells = this.#cells;
			const keptCells = this.#keepsFirstCellsOnly ? 1 : ALL_CELLS;
			let count = this.#count;
			while (comma < plainEnd) {
				if (count < keptCells) cells[count] = text.slice(at, comma);
				count++;
				at = comma + 1;
				comma = next(text, ',', at);
			}
			this.#count = count;

			if (quote < lineEnd) {
				if (quote !== at) throw new CsvError(this.#rows + 1, STRAY_QUOTE);
			} else if (lineEnd < length) {
				this.#endField(text.slice(at, lineEnd));
				at = this.#lineEnding(text, lineEnd);
			} else if (at < length) {
				this.#keepOpen(text.slice(at), 'plain');
				return;
			}
		}
	}

	/** The usual quoted field has no doubled quotes, and ends in this chunk with a comma, so it needs no state. */
	#wholeQuotedField(text: string, from: number): number {
		const close = text.indexOf('"', from);
		if (close < 0 || text.charCodeAt(close + 1) !== COMMA) return this.#quotedField(text, from);
		this.#addCell(text.slice(from, close));
		return close + 2;
	}

	#plainField(text: string): number {
		for (let at = 0; at < text.length; at++) {
			const char = text.charCodeAt(at);
			if (char > COMMA) continue;
			if (char === QUOTE) throw new CsvError(this.#rows + 1, STRAY_QUOTE);
			if (char !== COMMA && char !== LF && char !== CR) continue;

			this.#endField(this.#open + text.slice(0, at));
			return char === COMMA ? at + 1 : this.#lineEnding(text, at);
		}
		this.#keepOpen(text, 'plain');
		return text.length;
	}

	/** @param from the place after the opening quote, or after a doubled one */
	#quotedField(text: string, from: number): number {
		let close = next(text, '"', from);
		let doubled = false;
		while (text.charCodeAt(close + 1) === QUOTE) {
			doubled = true;
			close = next(text, '"', close + 2);
		}

		const raw = text.slice(from, close);
		// `replaceAll` would make a rope of as many parts as there are quotes, for which a large cell needs hundreds of megabytes.
		this.#keepOpen(doubled ? raw.replace(/""/g, '"') : raw, 'quoted');
		if (close === text.length) return close;
		if (close + 1 < text.length) return this.#afterQuote(text, close + 1);
		this.#cut = 'quote';
		return text.length;
	}

	#afterQuote(text: string, at: number): number {
		const char = text.charCodeAt(at);
		if (char !== COMMA && char !== LF && char !== CR)
			throw new CsvError(this.#rows + 1, 'has text after the closing quote of a field');
		this.#endField(this.#open);
		return char === COMMA ? at + 1 : this.#lineEnding(text, at);
	}

	#lineEnding(text: string, at: number): number {
		let end = at + 1;
		if (text.charCodeAt(at) === CR) {
			if (end === text.length) {
				this.#cut = 'cr';
				return end;
			}
			if (text.charCodeAt(end) === LF) end++;
		}
		this.#endRow(this.#consumed + at, this.#consumed + end);
		return end;
	}

	#keepOpen(text: string, cut: Cut): void {
		this.#open += text;
		this.#cut = cut;
		if (this.#open.length > MAX_FIELD) throw new CsvError(this.#rows + 1, TOO_LONG);
	}

	#endField(cell: string): void {
		this.#addCell(cell);
		this.#open = '';
		this.#cut = 'fieldStart';
	}

	#addCell(cell: string): void {
		if (!this.#keepsFirstCellsOnly || this.#count === 0) this.#cells[this.#count] = cell;
		this.#count += 1;
	}

	#endRow(contentEnd: number, end: number): void {
		const count = this.#count;
		const isEmptyLine = contentEnd === this.rowEnd;
		const cells = this.#keepsFirstCellsOnly ? this.#cells : this.#takeCells(count);
		this.rowEnd = end;
		this.#rows += 1;
		this.#count = 0;

		if (count > MAX_COLUMNS) throw new CsvError(this.#rows, TOO_MANY);
		if (isEmptyLine) return this.#holdBack();
		this.#checkRow(count);
		this.#onRow(cells);
	}

	#takeCells(count: number): string[] {
		const cells = this.#cells;
		if (cells.length !== count) cells.length = count;
		if (this.#blankRow.length !== count) this.#blankRow = cells.slice().fill('');
		this.#cells = this.#blankRow.slice();
		return cells;
	}

	/** Holds an empty line back until it is known whether a row follows. */
	#holdBack(): void {
		this.#emptyLines += 1;
		if (this.#emptyLines > MAX_EMPTY_LINES)
			throw new CsvError(this.#rows, 'follows more than 65,536 empty lines');
	}

	/** Checks the width of a row, and passes on the empty lines before it. @throws CsvError */
	#checkRow(count: number): void {
		this.#width ??= count;
		const firstEmpty = this.#rows - this.#emptyLines;
		if (this.#emptyLines > 0 && this.#width > 1)
			throw new CsvError(firstEmpty, 'is an empty line between rows');
		if (count !== this.#width) {
			const fields = count === 1 ? 'field' : 'fields';
			throw new CsvError(this.#rows, `has ${count} ${fields} instead of ${this.#width}`);
		}
		for (; this.#emptyLines > 0; this.#emptyLines -= 1) this.#onRow(['']);
	}
}

/** Where a character comes next; the end of the text if it does not come. */
function next(text: string, char: string, from: number): number {
	const at = text.indexOf(char, from);
	return at < 0 ? text.length : at;
}
