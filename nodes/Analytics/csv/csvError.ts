export type CsvErrorReason =
	| 'quoteInField'
	| 'textAfterQuote'
	| 'unclosedQuote'
	| 'fieldTooLong'
	| 'longFirstRow'
	| 'emptyLine'
	| 'manyEmptyLines'
	| 'otherWidth'
	| 'tooManyColumns';

/** Not CSV (RFC 4180). The message is a sentence and quotes nothing of the file. */
export class CsvError extends Error {
	override readonly name = 'CsvError';

	/** @param row counted from 1, the first row included */
	constructor(
		readonly reason: CsvErrorReason,
		readonly row: number,
		predicate: string,
	) {
		super(`Row ${row} of the file ${predicate}.`);
	}
}

const errorOf = (reason: CsvErrorReason, predicate: string) => (row: number) =>
	new CsvError(reason, row, predicate);

export const strayQuote = errorOf(
	'quoteInField',
	'has a quote inside a field that does not begin with one',
);
export const textAfterQuote = errorOf(
	'textAfterQuote',
	'has text behind the closing quote of a field',
);
export const unclosedQuote = errorOf('unclosedQuote', 'has a quote that is never closed');
export const fieldTooLong = errorOf(
	'fieldTooLong',
	'has a field of more than 16 million characters',
);
export const longFirstRow = errorOf('longFirstRow', 'has more than a million characters');
export const tooManyColumns = errorOf('tooManyColumns', 'has more than 16,384 columns');
export const emptyLine = errorOf('emptyLine', 'is an empty line between rows');
export const manyEmptyLines = errorOf(
	'manyEmptyLines',
	'is an empty line behind more than 65,536 others',
);

export function otherWidth(row: number, count: number, width: number): CsvError {
	const fields = count === 1 ? '1 field' : `${count} fields`;
	return new CsvError('otherWidth', row, `has ${fields} instead of ${width}`);
}
