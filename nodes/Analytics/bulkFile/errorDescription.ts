/** What was received in place of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** @param text its beginning, as the service sent it: not to be shown before secrets are masked */
	constructor(readonly text: string) {
		super('The bulk export returned an error description instead of a file');
	}
}

/** A name row and one row of data, behind the row that is to be discarded. */
const MIN_ROWS = 3;

/**
 * A file that is not compressed is either the error description of a failed job (section 2.5.4), or
 * one that a proxy on the way has unpacked already. Only what surely is a table counts as the latter.
 *
 * @param head the first rows of the file
 * @throws ErrorDescription
 */
export function assertIsFile(head: string[][]): void {
	// A file without a byte describes nothing.
	if (head.length === 0) return;
	const [[start = ''] = []] = head;
	if (isTable(head) && !/^\s*[{[<]/.test(start)) return;
	throw new ErrorDescription(head.map((cells) => cells.join(',')).join(' '));
}

/**
 * A description need not be CSV at all.
 *
 * @param head the rows that could be read
 * @returns whether they are reason enough to call the file a table that is damaged
 */
export function isDamagedTable(head: string[][]): boolean {
	return head.length >= MIN_ROWS && isTable(head);
}

function isTable([, second = [], ...rest]: string[][]): boolean {
	return second.length > 1 && rest.every(({ length }) => length === second.length);
}
