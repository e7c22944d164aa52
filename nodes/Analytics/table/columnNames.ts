import { InputError, ServiceError } from '../../shared/errors';
import { counted, joinedTexts, sentence } from '../../shared/text';
import { comparedName, shownNames } from './outputColumns';
import { TextInstead } from './fileErrors';

/*
 * Section 2.5 does not say which row has the "headers from the output columns of the query". Therefore a record
 * of the query is fetched, and its keys are compared with the first rows: a row of data must never become the
 * names, and the names must never become a row of data.
 */

/** The stored values of Options > Column Names. */
export type ColumnNameMode = 'automatic' | 'secondRow' | 'firstRow' | 'query';

/** The keys of a record of the query. The list is empty if the query has no record; an error is why it failed. */
export type QueryKeys = string[] | ServiceError;

/**
 * The keys to compare the first rows of a file with. If they do not tell the names, the next ones are asked for.
 * @param hasRows whether the file has more than a single row
 */
export type KeysOfQuery = (hasRows: boolean) => AsyncGenerator<QueryKeys>;

export interface ColumnNameInput {
	mode: ColumnNameMode;
	/** The first rows of the file. */
	head: readonly string[][];
	/** Undefined if the query of the job is not known. */
	keysOfQuery: KeysOfQuery | undefined;
	/** Whether the days of the file are known, so that keys which fit no row are those of the same days. */
	isOfSameDays: boolean;
}

export interface ColumnNames {
	/** Empty if the file has no rows. */
	names: string[];
	/** How many of the first rows are no data. */
	rowsToSkip: number;
	/** Says that the names may be wrong, or that some were changed. */
	warning?: string;
}

const NO_ROWS: ColumnNames = { names: [], rowsToSkip: 1 };
const CHOOSE = 'Choose which row has the names in Options > Column Names.';

/**
 * Finds the names of the columns.
 * @throws InputError if they could not be determined, or cannot be used; TextInstead for a line in place of a table
 */
export async function chooseColumnNames(input: ColumnNameInput): Promise<ColumnNames> {
	const found = await findNames(input);
	const { names, rowsToSkip } = found;
	if (names.length === 0) return found;
	if (!names.some(Boolean)) throw unusable('all of them are empty');
	const width = input.head[rowsToSkip]?.length ?? names.length;
	if (width !== names.length) {
		throw unusable(`there are ${names.length}, but the rows have ${counted(width, 'column')}`);
	}
	const taken = new Set(names);
	const unique = withSuffixes(names.map((name, at) => name || nameOfUnnamed(at, taken)));
	const changed = unique.filter((name, at) => name !== names[at]);
	if (changed.length === 0) return found;
	const warning = `Some columns have no name, or the same as another, so they were renamed: ${shownNames(changed)}.`;
	return { ...found, names: unique, warning: joinedTexts([found.warning, warning]) };
}

async function findNames(input: ColumnNameInput): Promise<ColumnNames> {
	const { mode, head, keysOfQuery } = input;
	if (mode === 'firstRow') return fromRow(head, 0);
	if (mode === 'secondRow') return fromRow(head, 1);
	const hasRows = head.length > 1;
	let keys: QueryKeys | undefined;
	for await (keys of keysOfQuery?.(hasRows) ?? []) {
		if (keys instanceof ServiceError || keys.length === 0) continue;
		if (mode === 'query' && hasRows) return fromKeys(keys);
		const row = rowWith(keys, head);
		if (row !== undefined) return fromRow(head, row);
	}
	return hasRows ? withoutNames(input, keys) : withoutRows(input, keys);
}

/** A file of at most one row, which does not have the keys. @throws if that row may be the error of the export instead */
function withoutRows({ head, isOfSameDays }: ColumnNameInput, keys?: QueryKeys): ColumnNames {
	const [row] = head;
	if (keys instanceof ServiceError) {
		if (row) throw queryFailed(keys);
		return NO_ROWS;
	}
	const hasRecords = keys !== undefined && keys.length > 0;
	if (hasRecords && isOfSameDays) throw new TextInstead(row?.join() ?? '');
	return NO_ROWS;
}

/** A file with rows, whose names no keys have told. @throws why, unless only one of its rows can have them */
function withoutNames(input: ColumnNameInput, keys?: QueryKeys): ColumnNames {
	const { mode, head, isOfSameDays } = input;
	if (keys === undefined) {
		throw undetermined('its query is not known', `Enter the Query Name of the job. ${CHOOSE}`);
	}
	if (keys instanceof ServiceError) throw queryFailed(keys);
	if (keys.length > 0) {
		const isOther = isOfSameDays ? '' : 'Check Query Name. ';
		throw undetermined(
			'neither of its first two rows has the columns of the query',
			`${isOther}The query has: ${shownNames(keys)}. The file begins with: ${shownNames(head[0]!)}. ${CHOOSE} If the file has no names, choose From the Query.`,
		);
	}
	// If the query has no record for these days, the second of two rows must have the names.
	if (mode === 'automatic' && isOfSameDays && head.length === 2) return fromRow(head, 1);
	throw undetermined('the query has no record to compare with');
}

function queryFailed({ message, description }: ServiceError): InputError {
	return undetermined(`its query failed (${message})`, `${sentence(description)} ${CHOOSE}`);
}

/**
 * Which of the first two rows contains all keys. They are compared exactly first, and then without case and
 * punctuation. A row may have more names than there are keys, because a record may leave out keys without a value.
 *
 * Two equal rows count as one, unless they have a single column, where the second may be a value.
 * @returns undefined if neither does
 * @throws InputError if both do
 */
function rowWith(keys: string[], head: readonly string[][]): number | undefined {
	const areSame = head[0]?.join() === head[1]?.join() && head[0]?.length !== 1;
	for (const form of [(name: string) => name.trim(), comparedName]) {
		const rows = [1, 0].filter((at) => {
			const names = new Set(head[at]?.map(form));
			return keys.every((key) => names.has(form(key)));
		});
		if (rows.length > 1 && !areSame) {
			throw undetermined('both of its first two rows have the columns of the query');
		}
		if (rows.length > 0) return rows[0];
	}
	return undefined;
}

/** The names in a row, with accents in one encoding, because parts of an export may be written by different programs. */
function fromRow(head: readonly string[][], row: number): ColumnNames {
	return { names: (head[row] ?? []).map((name) => name.trim().normalize()), rowsToSkip: row + 1 };
}

/** A name that JavaScript lists before all others of an object, so that their order is lost. */
const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/;

function fromKeys(names: string[]): ColumnNames {
	if (names.some((name) => WHOLE_NUMBER.test(name))) {
		throw undetermined('the query has names that are whole numbers, whose order is not known');
	}
	const warning = `The column names come from the query, in its order: ${shownNames(names)}. The file does not have them, so check that its values are in the same order.`;
	return { names, rowsToSkip: 1, warning };
}

function undetermined(why: string, advice = CHOOSE): InputError {
	return new InputError(`The column names could not be determined from the file: ${why}`, advice);
}

function unusable(why: string): InputError {
	return new InputError(`The column names cannot be used: ${why}`, CHOOSE);
}

/** A name for a column that has none, such as an index, which no other column has. */
function nameOfUnnamed(at: number, taken: ReadonlySet<string>): string {
	let name = `column_${at + 1}`;
	while (taken.has(name)) name += '_';
	return name;
}

/** Makes names unique: `name`, `name_2`, `name_3`. Names that appear once stay as they are. */
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
