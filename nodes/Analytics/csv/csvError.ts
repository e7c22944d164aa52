/** Not CSV (RFC 4180). The message is a sentence and quotes nothing of the file. */
export class CsvError extends Error {
	override readonly name = 'CsvError';

	/** @param row counted from 1, the first row included */
	constructor(row: number, predicate: string) {
		super(`Row ${row} of the file ${predicate}.`);
	}
}

const errorOf = (predicate: string) => (row: number) => new CsvError(row, predicate);

export const strayQuote = errorOf('has a quote inside a field that does not begin with one');
export const textAfterQuote = errorOf('has text behind the closing quote of a field');
export const unclosedQuote = errorOf('has a quote that is never closed');
export const fieldTooLong = errorOf('has a field of more than 16 million characters');
export const tooManyColumns = errorOf('has more than 16,384 columns');
export const emptyLine = errorOf('is an empty line between rows');
export const manyEmptyLines = errorOf('is an empty line behind more than 65,536 others');

export function otherWidth(row: number, count: number, width: number): CsvError {
	return new CsvError(row, `has ${count} ${count === 1 ? 'field' : 'fields'} instead of ${width}`);
}
