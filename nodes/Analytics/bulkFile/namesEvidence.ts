/** Whether a row of a file holds column names, as far as the file alone can tell. */

const NAME = /^\p{L}[\p{L}\p{N} _.:/()%#-]{0,99}$/u;
/** Words that stand for "no value" in data, so they say nothing about the row that they are in. */
const NO_VALUE = /^(null|none|nil|nan|n\/?a|unknown|undefined|true|false|yes|no|-)?$/i;
const NUMBER = /^[+-]?\d+([.,]\d+)*(e[+-]?\d+)?%?$/i;
const DATE = /^\d{4}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}| UTC)?)?$/;
const BOOLEAN = /^(true|false)$/i;

/** A row of these says what the columns hold, not what they are called. */
const TYPE =
	/^(string|text|(var)?char|int(eger)?(8|16|32|64)?|bigint|float(32|64)?|double|numeric|decimal|number|bool(ean)?|date|time|datetime|timestamp|bytes|json|array|struct|record)$/i;

/** All cells could be names: words, none empty, none twice, and not a row of types. */
export function looksLikeNames(row: string[]): boolean {
	const names = row.map((cell) => cell.trim());
	return (
		names.length > 0 &&
		new Set(names).size === names.length &&
		names.every((name) => NAME.test(name) && !NO_VALUE.test(name)) &&
		!names.every((name) => TYPE.test(name))
	);
}

/** Columns of numbers, dates or booleans that it takes to tell names from a row of words. */
const TYPED_COLUMNS = 2;

/**
 * True if `row` is surely names and not data: its cells all look like names, and below it stand at
 * least two columns that hold nothing but numbers, dates or booleans. In a row of data, those cells
 * would be such too; one column alone may have an odd word in it.
 *
 * @param below the rows under it, of the same file
 */
export function namesAboveData(row: string[], below: string[][]): boolean {
	if (!looksLikeNames(row) || below.some((cells) => cells.length !== row.length)) return false;
	const typed = row.filter((_, column) => {
		const values = below.map((cells) => cells[column]?.trim() ?? '').filter((cell) => cell !== '');
		return values.length > 0 && values.every(isTyped);
	});
	return typed.length >= TYPED_COLUMNS;
}

function isTyped(cell: string): boolean {
	return NUMBER.test(cell) || DATE.test(cell) || BOOLEAN.test(cell);
}
