/**
 * Why a CSV file was refused.
 *
 * - `quoteInField`: a quote inside a field that does not begin with one.
 * - `textAfterQuote`: a closing quote with something other than a comma or a line end behind it.
 * - `unclosedQuote`: the file ends inside a quoted field.
 * - `fieldTooLong`: a field of more than 268 million characters; mostly an unclosed quote.
 * - `raggedRow`: a row with more or fewer fields than the file has columns.
 */
export type CsvErrorReason =
	'quoteInField' | 'textAfterQuote' | 'unclosedQuote' | 'fieldTooLong' | 'raggedRow';

/** The file is not CSV (RFC 4180). The message is a sentence and quotes nothing of the file. */
export class CsvError extends Error {
	override readonly name = 'CsvError';
	readonly reason: CsvErrorReason;
	/** Number of the row in the file, counted from 1, the first row included. */
	readonly row: number;

	/** @param predicate what is wrong with the row, as in "has 3 fields instead of 4" */
	constructor(reason: CsvErrorReason, row: number, predicate: string) {
		super(`Row ${row} of the file ${predicate}.`);
		this.reason = reason;
		this.row = row;
	}
}

/** @param row where the quote stands; so in the others */
export function strayQuote(row: number): CsvError {
	const predicate = 'has a quote inside a field that does not begin with one';
	return new CsvError('quoteInField', row, predicate);
}

export function textAfterQuote(row: number): CsvError {
	return new CsvError('textAfterQuote', row, 'has text behind the closing quote of a field');
}

export function unclosedQuote(row: number): CsvError {
	return new CsvError('unclosedQuote', row, 'has a quote that is never closed');
}

export function fieldTooLong(row: number): CsvError {
	return new CsvError('fieldTooLong', row, 'has a field of more than 268 million characters');
}
