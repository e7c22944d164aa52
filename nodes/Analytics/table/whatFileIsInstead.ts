import { isJson, isWebPage } from '../../shared/text';
import { type CsvError, OpenQuoteError } from './csvReader';
import { Utf8Error } from './openFile';

/** The service has returned an error description instead of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** @param text must not be shown before the token is redacted */
	constructor(readonly text: string) {
		super('The bulk export returned an error description instead of a file');
	}
}

/** The file is known to be complete, but it is not CSV (section 2.5.1), so another download would be the same. */
export class NotCsv extends Error {
	override readonly name = 'NotCsv';

	/** @param message a sentence that quotes nothing of the file */
	constructor(
		message: string,
		/** Whether the file is compressed with gzip, so that the user can get it as a Compressed File. */
		readonly isPacked: boolean,
	) {
		super(message);
	}
}

/** How many rows make an unpacked file a table, even if it cannot be read to its end. */
export const HEAD_ROWS = 20;

export interface ReadFile {
	/** Whether it is compressed with gzip. */
	isPacked: boolean;
	/** Its beginning. */
	start: string;
	/** Whether `start` is the whole file. */
	isWhole: boolean;
	/** The first rows, at most `HEAD_ROWS`. */
	head: readonly string[][];
	/** Why it could not be read to its end. Undefined if nothing is wrong so far. */
	error?: CsvError | Utf8Error;
}

/**
 * What a file is, if it is not the CSV file that section 2.5 describes: an error description, which is not
 * compressed (2.5.4), or that came compressed as a JSON value or a page; or any other format. The answer only
 * chooses between errors, with one exception: an unpacked file with a single column is never taken for a table.
 * @returns undefined for a file that can be read as CSV
 */
export function whatFileIsInstead(file: ReadFile): ErrorDescription | NotCsv | undefined {
	const { isPacked, start, isWhole, error } = file;
	if (isWhole && isDocument(start)) return new ErrorDescription(start);
	if (error instanceof Utf8Error) return new NotCsv(error.message, isPacked);
	if (!isPacked && !seemsTable(file)) return new ErrorDescription(start);
	return error && new NotCsv(error.message, isPacked);
}

/** Whether a file has several columns. Rows of other widths, among the first ones, are rather text with commas. */
function seemsTable({ head, error }: ReadFile): boolean {
	const hasColumns = (head[1]?.length ?? 0) > 1;
	const isEven = error === undefined || head.length >= HEAD_ROWS;
	return hasColumns && (isEven || error instanceof OpenQuoteError);
}

/** Whether a text is a JSON value, a web page or XML, in any number of lines, even if it can be read as rows. */
function isDocument(text: string): boolean {
	const isMarkup = isWebPage(text) || /^\s*<\?xml\b/i.test(text);
	if (isMarkup) return /<\/?[a-z][^<>]*>\s*$/i.test(text);
	// A text, a number or a word such as "true" is valid JSON as well, but may be the only line of a CSV file.
	return /^\s*[[{]/.test(text) && isJson(text);
}
