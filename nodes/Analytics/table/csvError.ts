/** Not CSV (RFC 4180). The message is a sentence and quotes nothing of the file. */
export class CsvError extends Error {
	override readonly name = 'CsvError';

	/** @param row counted from 1, the first row included */
	constructor(row: number, predicate: string) {
		super(`Row ${row} of the file ${predicate}.`);
	}
}
