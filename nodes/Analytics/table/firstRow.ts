import { asError } from '../../shared/errors';
import { CsvError, CsvReader, MAX_FIELD, TOO_LONG } from './csvReader';

/** Longer than any row of names: a quote in the first row cannot hide the rows behind it. */
const MAX_CSV_CHARACTERS = 2 ** 20;

/**
 * Reads the first row of a file, which may hold anything (2.5.2), from chunks of any size. If it is no CSV,
 * its whole line is one cell.
 */
export class FirstRow {
	/** Undefined until the row has ended, and for a file without text. */
	cells: string[] | undefined;
	/** Undefined once the row is known to be no CSV. */
	#csv: CsvReader | undefined = new CsvReader((cells) => this.#takeRow(cells));
	#csvRow: { cells: string[]; end: number } | undefined;
	/** Of the row so far; while it is read as CSV, perhaps also what is behind it. */
	#text = '';
	#endsWithCr = false;

	/** @param text not empty @returns the text behind the row, once it has ended @throws CsvError */
	write(text: string): string | undefined {
		// An empty line, which the reader of CSV would keep back.
		if (this.#text === '' && /^[\r\n]/.test(text)) this.#csv = undefined;
		if (!this.#csv) return this.#writeLine(text);
		this.#text += text;
		const rest = this.#tryCsv((csv) => csv.write(text));
		if (rest !== undefined) return rest;
		const mayBeCsv = this.#csv !== undefined && this.#text.length <= MAX_CSV_CHARACTERS;
		return mayBeCsv ? undefined : this.#readAsLine();
	}

	/** The file has ended. @returns the text behind the row @throws CsvError */
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

	/** What is wrong behind the row is not said here: the reader of the other rows finds it, too. */
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

	/** The row ends with its line, whatever was read of it as CSV. */
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
