import { CsvError } from './csvError';

/** Whether the rows of a file have as many fields as it has columns. */
export class RowWidth {
	#width: number | undefined;
	#firstEmptyLine = 0;

	/** From the next row on, every row must have this many fields. */
	expect(width: number): void {
		this.#width = width;
	}

	/**
	 * False for an empty line, which is no row but an error if a row follows it. In a file of one
	 * column it is an empty value.
	 *
	 * @param row number of the row in the file, counted from 1
	 * @throws CsvError
	 */
	isRow(count: number, isEmptyLine: boolean, row: number): boolean {
		if (this.#width === undefined) return true;
		if (isEmptyLine && this.#width > 1) {
			this.#firstEmptyLine ||= row;
			return false;
		}
		if (this.#firstEmptyLine > 0) {
			throw new CsvError('raggedRow', this.#firstEmptyLine, 'is an empty line between rows');
		}
		if (count !== this.#width) {
			const fields = count === 1 ? '1 field' : `${count} fields`;
			throw new CsvError('raggedRow', row, `has ${fields} instead of ${this.#width}`);
		}
		return true;
	}
}
