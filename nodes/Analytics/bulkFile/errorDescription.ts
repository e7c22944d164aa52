const MAX_CHARACTERS = 1_000;

/** What was received in place of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** Not to be shown before secrets are masked. */
	readonly text: string;

	constructor(text: string) {
		super('The bulk export returned an error description instead of a file');
		this.text = text.slice(0, MAX_CHARACTERS);
	}
}

/** Names and one row of data, behind the row that is to be discarded. */
const MIN_ROWS = 3;

/** What is not compressed is an ErrorDescription (2.5.4), unless it surely is a table. */
export function assertIsFile(head: string[][]): void {
	if (head.length === 0) return;
	const [[start = ''] = []] = head;
	if (isTable(head) && !/^\s*[{[<]/.test(start)) return;
	throw new ErrorDescription(head.map((cells) => cells.join(',')).join(' '));
}

/** Whether these rows make it a damaged table: a description need not be CSV at all. */
export function isDamagedTable(head: string[][]): boolean {
	return head.length >= MIN_ROWS && isTable(head);
}

function isTable([, second = [], ...rest]: string[][]): boolean {
	// Behind its commas, a sentence has spaces; names alone, of a file without rows, have none.
	const isSentence = rest.length === 0 && second.some((cell) => cell.startsWith(' '));
	return second.length > 1 && !isSentence && rest.every(({ length }) => length === second.length);
}
