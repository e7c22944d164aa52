import { InputError, ServiceError } from '../../shared/errors';
import { counted, sentence } from '../../shared/text';

/*
 * Section 2.5 leaves open which row has the "headers from the output columns of the query", so the
 * query is asked: a row of data never becomes names, nor names a row of data.
 */

export type ColumnNameMode = 'automatic' | 'secondRow' | 'firstRow' | 'query';

/**
 * None if the query has no record; the refusal if the service refused it. Keys that do not fit are asked
 * for again, and are those of the days of the file then, if these are known.
 */
export type QueryKeys = (fit: (keys: string[]) => boolean) => Promise<string[] | ServiceError>;

export interface ColumnNameInput {
	mode: ColumnNameMode;
	/** The first rows of the file. */
	head: string[][];
	queryKeys: QueryKeys | undefined;
	/** Whether the query is asked for the days of the file. */
	isOfSameDays?: boolean;
}

export interface ColumnNames {
	names: string[];
	rowsToSkip: number;
	warning?: string;
}

const NO_ROWS: ColumnNames = { names: [], rowsToSkip: 1 };
const MISSING_ROWS = 'it has no rows, but the query has records for the same days';
const CHOOSE = 'Choose which row has the names in Options > Column Names.';

/** @throws InputError if the names could not be determined, or cannot be used */
export async function decideColumnNames(input: ColumnNameInput): Promise<ColumnNames> {
	const decision = await decide(input);
	const { names, rowsToSkip } = decision;
	if (names.length === 0) return decision;
	const empty = names.indexOf('');
	if (empty >= 0) throw unusable(`the name of column ${empty + 1} is empty`);
	const width = input.head[rowsToSkip]?.length ?? names.length;
	if (width !== names.length) {
		throw unusable(`there are ${names.length}, but the rows have ${counted(width, 'column')}`);
	}
	const unique = withSuffixes(names);
	const changed = unique.filter((name, at) => name !== names[at]);
	if (changed.length === 0) return decision;
	const warning = `Some columns have the same name, so they were renamed: ${shownNames(changed)}.`;
	return { ...decision, names: unique, warning };
}

async function decide(input: ColumnNameInput): Promise<ColumnNames> {
	const { mode, head, queryKeys, isOfSameDays = false } = input;
	if (mode === 'firstRow') return fromRow(head, 0);
	if (mode === 'secondRow') return fromRow(head, 1);
	const isFromQuery = mode === 'query' && head.length > 1;
	const fits = (names: string[]) => isFromQuery || rowsWith(names, head).length > 0;
	const keys = await queryKeys?.((names) => names.length > 0 && fits(names));
	if (keys === undefined || keys instanceof ServiceError || keys.length === 0) {
		return withoutKeys(input, keys);
	}
	if (isFromQuery) return fromKeys(keys);

	const [row, other] = rowsWith(keys, head);
	if (other !== undefined) {
		throw undetermined('both of its first two rows have the columns of the query');
	}
	if (row !== undefined) return fromRow(head, row);
	if (head.length < 2) {
		if (!isOfSameDays) return NO_ROWS;
		throw undetermined(MISSING_ROWS, 'Start the export again, or use Query > Run.');
	}
	const isOther = isOfSameDays ? '' : 'Check Query Name. ';
	throw undetermined(
		'neither of its first two rows has the columns of the query',
		`${isOther}The query has: ${shownNames(keys)}. ${CHOOSE} If it has none, choose From the Query.`,
	);
}

function withoutKeys(
	{ mode, head, isOfSameDays = false }: ColumnNameInput,
	keys: string[] | ServiceError | undefined,
): ColumnNames {
	const isRefused = keys instanceof ServiceError;
	// Where the query was refused, a single line may say that the export was refused, too.
	if (head.length === 0 || (head.length === 1 && !isRefused)) return NO_ROWS;
	if (isRefused) {
		const why = `its query failed (${keys.message})`;
		throw undetermined(why, `${sentence(keys.description)} ${CHOOSE}`);
	}
	if (!keys) {
		throw undetermined('its query is not known', `Enter the Query Name of the job. ${CHOOSE}`);
	}
	// Where the query has no record for these days, a second row alone is that of the names.
	if (mode === 'automatic' && isOfSameDays && head.length === 2) return fromRow(head, 1);
	throw undetermined('the query has no record to compare with');
}

/**
 * Which of the first two rows has all keys: exactly so, or else whatever their case and punctuation.
 * Only one, if they are the same, unless a value of a single column may have its name. A record may
 * leave out keys without a value.
 */
function rowsWith(keys: string[], head: string[][]): number[] {
	for (const form of [(name: string) => name.trim(), plain]) {
		const rows = [1, 0].filter((at) => {
			const names = new Set(head[at]?.map(form));
			return keys.every((key) => names.has(form(key)));
		});
		const areSame = head[0]?.join() === head[1]?.join() && head[0]?.length !== 1;
		if (rows.length > 0) return areSame ? [1] : rows;
	}
	return [];
}

function fromRow(head: string[][], row: number): ColumnNames {
	return { names: (head[row] ?? []).map((name) => name.trim()), rowsToSkip: row + 1 };
}

function fromKeys(names: string[]): ColumnNames {
	const warning = `The column names come from the query, in its order: ${shownNames(names)}. The file does not have them, so check that its values are in the same order.`;
	return { names, rowsToSkip: 1, warning };
}

function undetermined(why: string, advice = CHOOSE): InputError {
	return new InputError(`The column names could not be determined from the file: ${why}`, advice);
}

function unusable(why: string): InputError {
	return new InputError(`The column names cannot be used: ${why}`, CHOOSE);
}

/** `name`, `name_2`, `name_3`: no two the same, and no other name changed. */
export function withSuffixes(names: readonly string[]): string[] {
	const taken = new Set(names);
	const counts = new Map<string, number>();
	return names.map((name) => {
		let number = (counts.get(name) ?? 0) + 1;
		while (number > 1 && taken.has(`${name}_${number}`)) number += 1;
		counts.set(name, number);
		return number === 1 ? name : `${name}_${number}`;
	});
}

/** Those that the user wants; values never move to other columns. */
export interface OutputColumns {
	names: string[];
	pick(cells: string[]): string[];
	isAll: boolean;
}

/** @param wanted empty: whatever the file has @throws InputError if the file lacks one of them */
export function outputColumns(names: string[], wanted: readonly string[]): OutputColumns {
	if (wanted.length === 0 || names.length === 0) {
		return { names, pick: (cells) => cells, isAll: true };
	}
	const plainNames = names.map(plain);
	const from = wanted.map((name) => placeOf(name, names) ?? placeOf(plain(name), plainNames));
	const missing = wanted.filter((_, at) => from[at] === undefined);
	if (missing.length > 0) {
		const advice = `The columns are: ${shownNames(names)}. Change Options > Output Columns.`;
		throw new InputError(`There is no column "${shownNames(missing)}"`, advice);
	}
	return { names: [...wanted], pick: (cells) => from.map((at) => cells[at!]!), isAll: false };
}

/** The query may write a name otherwise; of two that are like it, neither is meant for sure. */
function placeOf(name: string, names: string[]): number | undefined {
	const at = names.indexOf(name);
	return at >= 0 && at === names.lastIndexOf(name) ? at : undefined;
}

/** A first row that is no CSV may be one cell of megabytes, which is no name. */
const MAX_NAME = 1_000;

function plain(name: string): string {
	if (name.length > MAX_NAME) return name;
	return name.toLowerCase().replace(/[\s\p{P}]/gu, '') || name;
}

export function shownNames(names: readonly string[]): string {
	const text = names.slice(0, 50).join(', ');
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
