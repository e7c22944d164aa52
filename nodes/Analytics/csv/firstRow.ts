import { asError } from '../../shared/errors';
import { CsvError, longFirstRow } from './csvError';
import { CsvReader } from './csvReader';

/** Longer than any row of names, so that a quote in the first row cannot hide the rows behind it. */
const MAX_CHARACTERS = 2 ** 20;

export interface FirstRow {
	cells: string[];
	/** Characters up to the end of the row, its line ending included. */
	end: number;
}

/**
 * The first row of a file, which may hold anything (2.5.2): if it is no CSV, its whole line is one
 * cell. @param text from the start of the file @returns undefined if more text is needed, and for an
 * empty file @throws CsvError
 */
export function firstRowOf(text: string, isWhole: boolean): FirstRow | undefined {
	const row = csvRowOf(text, isWhole);
	const isTooLong = row === undefined && text.length > MAX_CHARACTERS;
	return row === 'notCsv' || isTooLong ? lineOf(text, isWhole) : row;
}

function csvRowOf(text: string, isWhole: boolean): FirstRow | 'notCsv' | undefined {
	let row: FirstRow | undefined;
	const reader = new CsvReader({ onRow: (cells, end) => (row ??= { cells, end }) });
	try {
		reader.write(text);
		if (isWhole) reader.end();
		return row;
	} catch (error) {
		if (!(error instanceof CsvError)) throw asError(error);
		// The error may be in a later row, which is read again.
		return row ?? 'notCsv';
	}
}

function lineOf(text: string, isWhole: boolean): FirstRow | undefined {
	// A CR at the end of a part may be half of a CRLF.
	const lineEnd = (isWhole ? /\r\n?|\n|$/ : /\r\n|\r(?!$)|\n/).exec(text);
	if (lineEnd) {
		const { index, 0: ending } = lineEnd;
		return { cells: [text.slice(0, index)], end: index + ending.length };
	}
	if (text.length > MAX_CHARACTERS) throw longFirstRow(1);
	return undefined;
}
