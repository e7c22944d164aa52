import { CALENDAR_WORDS, NAME_WORDS, NEGATIONS, VALUE_WORDS } from './nameWords';

/** Whether a row of a file holds column names, as far as the file alone can tell. */

const NAME = /^\p{L}[\p{L}\p{N} _.:/()%#-]{0,99}$/u;
const NUMBER = /^[+-]?\d+([.,]\d+)*(e[+-]?\d+)?%?$/i;
const DATE = /^\d{4}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}| UTC)?)?$/;
const BOOLEAN = /^(true|false)$/i;

/** A row of these says what the columns hold, not what they are called. */
const TYPE =
	/^(string|text|(var)?char|int(eger)?(8|16|32|64)?|bigint|float(32|64)?|double|numeric|decimal|number|bool(ean)?|date|time|datetime|timestamp|bytes|json|array|struct|record)$/i;

/** No number or date is longer. */
const MAX_TYPED_CHARACTERS = 50;

/** Columns of numbers, dates or booleans that it takes to tell names from a row of words. */
const MIN_TYPED_COLUMNS = 2;
/** With so many, one sure name above them is enough. */
const MANY_TYPED_COLUMNS = 4;
/** In fewer rows, columns of text may happen to hold only numbers. */
const MANY_ROWS = 3;

export type CellKind = 'number' | 'date' | 'boolean' | 'text';

/** What a value is, as its text shows. */
export function cellKind(cell: string): CellKind {
	if (cell.length > MAX_TYPED_CHARACTERS) return 'text';
	if (NUMBER.test(cell)) return 'number';
	if (DATE.test(cell)) return 'date';
	return BOOLEAN.test(cell) ? 'boolean' : 'text';
}

/** All cells could be names: words, none of them a value, and not a row of types. */
export function looksLikeNames(row: string[]): boolean {
	const names = row.map((cell) => cell.trim());
	return (
		names.length > 0 &&
		names.every((name) => NAME.test(name) && !isValueWord(name)) &&
		!names.every((name) => TYPE.test(name))
	);
}

/**
 * True if `row` is surely names and not data. Below it stand columns that hold nothing but numbers,
 * dates or booleans, and the cells above these say what is counted or measured ("orders",
 * "created_at"). A word of any other kind may be a value that is missing or odd ("pending", "e10").
 *
 * @param below the rows under it, of the same file
 */
export function namesAboveData(row: string[], below: string[][]): boolean {
	if (!looksLikeNames(row) || below.some((cells) => cells.length !== row.length)) return false;
	const typed = row.filter((_, column) => isTypedColumn(below, column));
	const sure = new Set(typed.filter(isSurelyName));
	if (typed.length >= MANY_TYPED_COLUMNS) return sure.size > 0;
	const enough = below.length < MANY_ROWS ? MIN_TYPED_COLUMNS + 1 : MIN_TYPED_COLUMNS;
	return typed.length >= enough && sure.size >= MIN_TYPED_COLUMNS;
}

function isTypedColumn(below: string[][], column: number): boolean {
	const values = below.map((cells) => cells[column]?.trim() ?? '').filter((cell) => cell !== '');
	return values.length > 0 && values.every((cell) => cellKind(cell) !== 'text');
}

function isSurelyName(cell: string): boolean {
	const parts = partsOf(cell);
	if (parts.some((part) => NEGATIONS.has(part))) return false;
	// Many campaigns are called after days: "Dia das Mães", "Happy Hour".
	const isPhrase = parts.length > 1 && /\s/.test(cell.trim());
	return parts.some((part) => NAME_WORDS.has(part) || (!isPhrase && CALENDAR_WORDS.has(part)));
}

/** A word that stands for a number, a date, a boolean, or for no value. */
export function isValueWord(cell: string): boolean {
	return VALUE_WORDS.has(plain(cell).replace(/[^a-z0-9]/g, ''));
}

/** The words of "Store ID", "store_id" and "storeId". */
function partsOf(cell: string): string[] {
	return plain(cell.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
		.split(/[^\p{L}\p{N}]+/u)
		.filter((part) => part !== '');
}

/** In lower case, and without accents. */
function plain(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
