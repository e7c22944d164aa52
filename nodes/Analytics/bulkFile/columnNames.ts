import { InputError } from '../../shared/errors';

/*
 * Section 2.5 leaves open where the "headers from the output columns of the query" are, so the
 * query is asked: a row of data never becomes names, nor names a row of data.
 */

export type ColumnNameMode = 'automatic' | 'secondRow' | 'firstRow' | 'query';

/** None if it has no record, undefined if it refused to tell. Old keys that do not fit are not given. */
export type QueryKeys = (fit: (keys: string[]) => boolean) => Promise<string[] | undefined>;

export interface ColumnNameInput {
	mode: ColumnNameMode;
	head: string[][];
	queryKeys: QueryKeys | undefined;
}

export interface ColumnNames {
	names: string[];
	rowsToSkip: number;
	warning?: string;
}

const CHOOSE = 'Choose which row has the names in Options > Column Names.';

/** Columns of numbers, dates or booleans that tell the row of words above them from data. */
const MIN_TYPED_COLUMNS = 2;

/** @throws InputError if the names could not be determined, or cannot be used */
export async function decideColumnNames(input: ColumnNameInput): Promise<ColumnNames> {
	const decision = await decide(input);
	const { names, rowsToSkip } = decision;
	if (names.length === 0) return decision;
	const empty = names.indexOf('');
	if (empty >= 0) throw unusable(`the name of column ${empty + 1} is empty`);
	const width = input.head[rowsToSkip]?.length ?? names.length;
	if (width !== names.length) {
		throw unusable(`there are ${names.length}, but the rows have ${width} columns`);
	}
	const unique = withSuffixes(names);
	const changed = unique.filter((name, at) => name !== names[at]);
	if (changed.length === 0) return decision;
	const warning = `Some columns have the same name, so they were renamed: ${shownNames(changed)}.`;
	return { ...decision, names: unique, warning };
}

async function decide({ mode, head, queryKeys }: ColumnNameInput): Promise<ColumnNames> {
	if (mode === 'firstRow') return fromRow(head, 0);
	if (mode === 'secondRow') return fromRow(head, 1);
	const rowOf = (names: string[]) => [1, 0].find((at) => holdsAll(head[at] ?? [], names));
	const keys = await queryKeys?.((names) => rowOf(names) !== undefined);
	const row = keys && rowOf(keys);
	if (row !== undefined) return fromRow(head, row);
	if (mode === 'query' && keys?.length) return fromKeys(keys);
	if (head.length < 2) return { names: [], rowsToSkip: 1 };
	if (!keys?.length && isNamesAboveData(head)) return fromRow(head, 1);
	// Without a record of the query there is no row of data either.
	if (keys?.length === 0 && head.length === 2 && isWords(head[1]!)) return fromRow(head, 1);
	throw undetermined(keys, queryKeys !== undefined);
}

function fromRow(head: string[][], row: number): ColumnNames {
	return { names: (head[row] ?? []).map((name) => name.trim()), rowsToSkip: row + 1 };
}

/** JSON has its keys in any order, and JavaScript puts numbers before the others. */
function fromKeys(names: string[]): ColumnNames {
	const numbers = names.filter((name) => /^(0|[1-9]\d*)$/.test(name));
	if (numbers.length > 0) {
		throw unusable(`the order of ${shownNames(numbers)} in the query is not known`);
	}
	const warning = `The column names come from the query, in its order: ${shownNames(names)}. The file does not have them, so check that its values are in the same order.`;
	return { names, rowsToSkip: 1, warning };
}

/** Whatever their case and punctuation: "Store ID" is "store_id". A record may leave out empty keys. */
function holdsAll(row: string[], keys: string[]): boolean {
	const names = new Set(row.map(plain));
	return keys.length > 0 && keys.every((key) => names.has(plain(key)));
}

export function plain(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The file alone: words in its second row, and other things than words below it. */
function isNamesAboveData([, second = [], ...below]: string[][]): boolean {
	if (!isWords(second) || below.some((cells) => cells.length !== second.length)) return false;
	const typed = second.filter((_, column) => isTyped(below.map((cells) => cells[column]!)));
	return typed.length >= MIN_TYPED_COLUMNS;
}

const TYPED =
	/^([+-]?\d+([.,]\d+)*(e[+-]?\d+)?%?|\d{4}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}.{0,20})?|true|false)$/i;

/** No two names are the same, while words for "no value" often are. */
function isWords(row: string[]): boolean {
	const words = row.map((cell) => cell.trim());
	const areWords = words.every((word) => /\p{L}/u.test(word) && !TYPED.test(word));
	return areWords && new Set(words).size === words.length;
}

function isTyped(cells: string[]): boolean {
	const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
	return values.length > 0 && values.every((cell) => TYPED.test(cell));
}

function undetermined(keys: string[] | undefined, isQueryKnown: boolean): InputError {
	const message = 'The column names could not be determined from the file';
	if (keys?.length) {
		return new InputError(
			`${message}: neither of its first two rows has the columns of the query`,
			`The query has: ${shownNames(keys)}. ${CHOOSE} If it has none, choose From the Query.`,
		);
	}
	const why = keys ? 'the query has no record' : 'the service did not answer the query';
	return isQueryKnown
		? new InputError(`${message}, and ${why} to compare with`, CHOOSE)
		: new InputError(
				`${message}, and its query is not known`,
				`Choose the query of the job in Options > Query Name. ${CHOOSE}`,
			);
}

function unusable(why: string): InputError {
	return new InputError(`The column names cannot be used: ${why}`, CHOOSE);
}

/** `name`, `name_2`, `name_3`: no two the same, and no other name changed. */
export function withSuffixes(names: readonly string[]): string[] {
	const taken = new Set(names);
	const seen = new Map<string, number>();
	return names.map((name) => {
		let number = (seen.get(name) ?? 0) + 1;
		let unique = name;
		if (number > 1) {
			while (taken.has((unique = `${name}_${number}`))) number += 1;
			taken.add(unique);
		}
		seen.set(name, number);
		return unique;
	});
}

export function shownNames(names: readonly string[]): string {
	const text = names.slice(0, 50).join(', ');
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
