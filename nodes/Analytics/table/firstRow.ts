import { asError } from '../../shared/errors';
import { CsvError, CsvReader, MAX_FIELD, TOO_LONG } from './csvReader';

/** No row of names is as long. Without a limit, a quote in the first row that is never closed would hide all other rows. */
const MAX_CSV_CHARACTERS = 2 ** 20;

/**
 * Reads the first row of a file, which may have any form (section 2.5.2), from chunks of any size. If it is not
 * CSV, its whole line becomes one cell.
 */
export class FirstRow {
	/** The cells of the row. Undefined until the row has ended, and for a file without text. */
	cells: string[] | undefined;
	/** Undefined once the row is known not to be CSV. */
	#csv: CsvReader | undefined = new CsvReader((cells) => this.#takeRow(cells));
	#csvRow: { cells: string[]; end: number } | undefined;
	/** The text of the row so far. While it is read as CSV, it may also contain text after the row. */
	#text = '';
	#endsWithCr = false;

	/**
	 * Reads a chunk. @param text must not be empty
	 * @returns the text after the row, once the row has ended
	 * @throws CsvError if the row is too long
	 */
	write(text: string): string | undefined {
		// The reader of CSV would hold an empty line back.
		if (this.#text === '' && /^[\r\n]/.test(text)) this.#csv = undefined;
		if (!this.#csv) return this.#writeLine(text);
		this.#text += text;
		const rest = this.#tryCsv((csv) => csv.write(text));
		if (rest !== undefined) return rest;
		const mayBeCsv = this.#csv !== undefined && this.#text.length <= MAX_CSV_CHARACTERS;
		return mayBeCsv ? undefined : this.#readAsLine();
	}

	/** Ends the file. @returns the text after the row @throws CsvError if the row is too long */
	end(): string {
		if (this.#csv && this.#text !== '') {
			const rest = this.#tryCsv((csv) => csv.end()) ?? this.#readAsLine();
			if (rest !== undefined) return rest;
		}
		if (this.#text !== '' || this.#endsWithCr) this.cells = [this.#text];
		return '';
	}

	#takeRow(cells: string[]): void {
		this.#csvRow ??= { cells, end: this.#csv?.rowEnd ?? 0 };
	}

	/**
	 * Reads on as CSV. An error after the end of the row does not matter here, because the reader of the other
	 * rows finds it as well.
	 * @returns the text after the row, once the row has ended
	 */
	#tryCsv(read: (csv: CsvReader) => void): string | undefined {
		try {
			if (this.#csv) read(this.#csv);
		} catch (error) {
			if (!(error instanceof CsvError)) throw asError(error);
			this.#csv = undefined;
		}
		if (!this.#csvRow) return undefined;
		this.cells = this.#csvRow.cells;
		return this.#text.slice(this.#csvRow.end);
	}

	/** Reads the row again as a line of plain text. @returns the text after the row, once the row has ended */
	#readAsLine(): string | undefined {
		const text = this.#text;
		this.#csv = undefined;
		this.#text = '';
		return this.#writeLine(text);
	}

	#writeLine(text: string): string | undefined {
		if (this.#endsWithCr) return this.#endLine(text, text.startsWith('\n') ? 1 : 0);
		const at = text.search(/[\r\n]/);
		this.#text += at < 0 ? text : text.slice(0, at);
		if (this.#text.length > MAX_FIELD) throw new CsvError(1, TOO_LONG);
		if (at < 0) return undefined;
		const isCr = text[at] === '\r';
		if (isCr && at + 1 === text.length) {
			this.#endsWithCr = true;
			return undefined;
		}
		return this.#endLine(text, isCr && text[at + 1] === '\n' ? at + 2 : at + 1);
	}

	#endLine(text: string, end: number): string {
		this.cells = [this.#text];
		return text.slice(end);
	}
}
