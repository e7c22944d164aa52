import { asError } from '../../shared/errors';
import { CsvError, CsvReader } from './csvReader';

/** No row of names is as long. Without a limit, a quote in the first row that is never closed would hide all other rows. */
const MAX_FIRST_ROW = 2 ** 20;

/** A byte order mark. The first row may have been put before a file that was whole, with a mark of its own. */
const MARK = /^\uFEFF/;

interface FirstRow {
	cells: string[];
	/** The text after the row. */
	rest: string;
}

/**
 * Takes the first row off a file, which may have any form (section 2.5.2): if it is not CSV, its whole line is one
 * cell. It is read as CSV because it may have the names, and these may contain quoted line breaks.
 * @param start the beginning of the file
 * @param isWhole whether that is the whole file
 * @returns undefined if the file is empty, or if the row may go on behind its beginning
 * @throws CsvError if the row is too long
 */
export function firstRowOf(start: string, isWhole: boolean): FirstRow | undefined {
	const text = start.replace(MARK, '');
	const first = text === '' ? undefined : rowOf(text, isWhole);
	// A mark may follow.
	if (!first || (first.rest === '' && !isWhole)) return undefined;
	return { cells: first.cells, rest: first.rest.replace(MARK, '') };
}

function rowOf(text: string, isWhole: boolean): FirstRow | undefined {
	const rows: FirstRow[] = [];
	const csv = new CsvReader((cells) => {
		if (rows.length === 0) rows.push({ cells, rest: text.slice(csv.rowEnd) });
	});
	// The reader would hold an empty line back.
	let isCsv = !/^[\r\n]/.test(text);
	try {
		if (isCsv) csv.write(text);
		if (isCsv && isWhole) csv.end();
	} catch (error) {
		if (!(error instanceof CsvError)) throw asError(error);
		// After the end of the row, an error does not matter here: the reader of the other rows finds it as well.
		isCsv = false;
	}
	if (rows[0]) return rows[0];
	const isTooLong = text.length > MAX_FIRST_ROW;
	if (isCsv && !isWhole && !isTooLong) return undefined;
	const line = firstLineOf(text, isWhole);
	if (!line && isTooLong) throw new CsvError(1, 'has more than a million characters');
	return line;
}

function firstLineOf(text: string, isWhole: boolean): FirstRow | undefined {
	const [lineBreak] = /\r\n|\n|\r/.exec(text) ?? [];
	if (lineBreak === undefined) return isWhole ? { cells: [text], rest: '' } : undefined;
	const at = text.indexOf(lineBreak);
	const end = at + lineBreak.length;
	// LF may follow.
	if (lineBreak === '\r' && end === text.length && !isWhole) return undefined;
	return { cells: [text.slice(0, at)], rest: text.slice(end) };
}
