import { OpenQuoteError } from './csvReader';
import { DamagedFile, type NotCsv, TextInstead } from './fileErrors';
import { Utf8Error } from './utf8';

/** How many rows make an unpacked file a table, even if it cannot be read to its end. */
export const HEAD_ROWS = 20;

export interface ReadFile {
	/** Whether it is compressed with gzip. */
	isPacked: boolean;
	/** Its beginning. */
	start: string;
	/** Whether `start` is the whole file. */
	isWhole: boolean;
	/** Whether it was read to its end, and has no line break there. */
	endsInLine: boolean;
	/** The text of a file that has a single row, which may be longer than `start`. Undefined if it has more. */
	onlyRow?: string | undefined;
	/** The first rows, at most `HEAD_ROWS`. */
	head: readonly string[][];
	/** Why it could not be read to its end. Undefined if nothing is wrong so far. */
	error?: NotCsv | undefined;
}

/**
 * What a file is, if it is not the CSV file that section 2.5 describes: a text, which is not compressed (2.5.4), or that
 * came compressed as a JSON value or a page; or any other format. The answer only chooses between errors, with two
 * exceptions: an unpacked file with a single column is never taken for a table, and one that was cut off is fetched again.
 * @returns undefined for a file that can be read as CSV
 */
export function whatFileIsInstead(file: ReadFile): TextInstead | NotCsv | DamagedFile | undefined {
	const { isPacked, start, isWhole, onlyRow, error } = file;
	const document = [isWhole ? start : undefined, onlyRow].find(isDocument);
	if (document !== undefined) return new TextInstead(document);
	if (!isPacked && isCutOff(file)) return new DamagedFile(CUT_OFF);
	if (error instanceof Utf8Error) return error;
	// No more of it than the first line, since it may be rows of data.
	if (!isPacked && !seemsTable(file)) return new TextInstead(start.trim().split(/[\r\n]/, 1)[0]!);
	return error;
}

/** Why an unpacked file without a line break at its end is not taken: it has no checksum. */
const CUT_OFF =
	'It arrived already unpacked, and does not end with a line break, as a whole CSV file does. If this happens every time, ask the support of the service or your network administrator why the file is not sent compressed.';

/** Whether a text of two or more lines has no end. A quoted field may have a line break where the text was cut off. */
function isCutOff({ start, head, endsInLine, error }: ReadFile): boolean {
	const hasLines = head.length > 1 || /[\r\n]/.test(start.trim());
	return hasLines && (error instanceof OpenQuoteError || endsInLine);
}

/** Whether a file has several columns. Rows of other widths, among the first ones, are rather text with commas. */
function seemsTable({ head, error }: ReadFile): boolean {
	const hasColumns = (head[1]?.length ?? 0) > 1;
	return hasColumns && (error === undefined || head.length >= HEAD_ROWS);
}

/** Whether a text is a JSON object or list, a web page or XML, in any number of lines, even if it can be read as rows. */
function isDocument(text = ''): boolean {
	if (/^\s*<[!?a-z]/i.test(text)) return /<\/?[a-z][^<>]*>\s*$/i.test(text);
	if (!/^\s*[{[]/.test(text)) return false;
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
