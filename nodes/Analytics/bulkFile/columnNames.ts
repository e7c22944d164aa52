import { InputError } from '../../shared/errors';
import { looksLikeNames, namesAboveData } from './namesEvidence';

/*
 * Section 2.5 says that the first row is to be discarded and that "headers come from the output
 * columns of the query". Where the names stand is left open, so it is found out from evidence: a
 * row of data is never turned into names, nor names into a row of data.
 */

export const COLUMN_NAME_MODES = ['automatic', 'secondRow', 'firstRow', 'query', 'custom'] as const;
export type ColumnNameMode = (typeof COLUMN_NAME_MODES)[number];

export interface ColumnNameInput {
	mode: ColumnNameMode;
	/** The first rows of the file, the one to be discarded included. */
	head: string[][];
	/** Of `custom`. */
	customNames?: string[];
	/** Asks the one-record query for its keys; undefined if it found no record. */
	queryColumns: (() => Promise<string[] | undefined>) | undefined;
}

export interface ColumnNames {
	names: string[];
	/** Rows at the top of the file that are not data. */
	rowsToSkip: number;
	/** The names are the last of the rows to skip. */
	inFile: boolean;
	/** What was decided and why, for the execution hint. */
	reason: string;
}

/** Rows that `head` should hold, if the file has so many. */
export const HEAD_ROWS = 20;

const CHOOSE =
	'Choose Options > Column Names: the row of the file that holds the names, the query, or your own names.';

/**
 * Decides which names the columns of a bulk file have.
 *
 * @throws InputError if the names cannot be found, or are not usable as such
 */
export async function decideColumnNames(input: ColumnNameInput): Promise<ColumnNames> {
	const { mode, head, customNames = [] } = input;
	switch (mode) {
		case 'automatic':
			return await decideFromEvidence(input);
		case 'firstRow':
			return fromRow(head, 0, 'as chosen');
		case 'secondRow':
			return fromRow(head, 1, 'as chosen');
		case 'query':
			return fromQuery(head, (await askQuery(input)) ?? noColumns(), 'as chosen');
		case 'custom':
			return checked(
				{ names: customNames, rowsToSkip: 1, inFile: false, reason: 'your own' },
				head,
			);
	}
}

async function decideFromEvidence(input: ColumnNameInput): Promise<ColumnNames> {
	const { head } = input;
	const [first = [], second] = head;
	if (!second) {
		// Nothing but the row to be discarded: there is no data that names could be mistaken for.
		const inFile = looksLikeNames(first);
		return { names: inFile ? first : [], rowsToSkip: 1, inFile, reason: 'no data' };
	}
	if (namesAboveData(second, head.slice(2))) {
		return fromRow(head, 1, 'they stand above the data');
	}
	if (namesAboveData(first, head.slice(1))) {
		return fromRow(head, 0, 'it stands right above the data');
	}
	const columns = await askQuery(input);
	if (columns) return matchWithQuery(input, columns);
	// The query has no record at all, so this row cannot be one.
	if (head.length === 2 && looksLikeNames(second)) return fromRow(head, 1, 'there is no data');
	return noColumns();
}

/** The file alone cannot tell; the names that the same query gives can. */
function matchWithQuery({ head }: ColumnNameInput, columns: string[]): ColumnNames {
	const [first = [], second = []] = head;
	if (isSameNames(second, columns)) return fromRow(head, 1, 'they are the columns of the query');
	if (isSameNames(first, columns)) return fromRow(head, 0, 'they are the columns of the query');
	return fromQuery(head, columns, 'the file itself has none');
}

/** @returns undefined if the query found no record */
async function askQuery({ queryColumns }: ColumnNameInput): Promise<string[] | undefined> {
	if (queryColumns) return await queryColumns();
	throw new InputError(
		'The column names cannot be told from the file, and the query is not known',
		`Choose the Query Name that the job was started for. ${CHOOSE}`,
	);
}

function noColumns(): never {
	throw new InputError(
		'The column names cannot be told from the file, and the query found no record to learn them from',
		CHOOSE,
	);
}

function fromRow(head: string[][], index: 0 | 1, why: string): ColumnNames {
	const row = head[index];
	const place = index === 0 ? 'first' : 'second';
	// An export without data may lack the row that names it.
	if (!row) {
		return { names: [], rowsToSkip: index + 1, inFile: false, reason: `no ${place} row` };
	}
	const reason = `the ${place} row of the file, ${why}`;
	const names = row.map((name) => name.trim());
	return checked({ names, rowsToSkip: index + 1, inFile: true, reason }, head);
}

function fromQuery(head: string[][], columns: string[], why: string): ColumnNames {
	return checked(
		{ names: columns, rowsToSkip: 1, inFile: false, reason: `the columns of the query, ${why}` },
		head,
	);
}

function checked(decision: ColumnNames, head: string[][]): ColumnNames {
	const { names, rowsToSkip, reason } = decision;
	const problem =
		names.length === 0
			? 'there are none'
			: names.some((name) => name.trim() === '')
				? `number ${names.findIndex((name) => name.trim() === '') + 1} is empty`
				: duplicateOf(names);
	const width = head[rowsToSkip]?.length ?? names.length;
	const misfit =
		width === names.length
			? undefined
			: `there are ${names.length}, but the rows have ${width} columns`;
	if (problem ?? misfit) {
		throw new InputError(
			`The column names (${reason}) cannot be used: ${problem ?? misfit}`,
			CHOOSE,
		);
	}
	return decision;
}

function duplicateOf(names: string[]): string | undefined {
	const duplicate = names.find((name, index) => names.indexOf(name) !== index);
	return duplicate === undefined ? undefined : `"${duplicate.slice(0, 40)}" stands there twice`;
}

/** The same names in any order, whatever their case and punctuation ("Store ID" is "store_id"). */
function isSameNames(row: string[], columns: string[]): boolean {
	const normalized = (names: string[]) =>
		names.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')).sort();
	const [left, right] = [normalized(row), normalized(columns)];
	return left.length === right.length && left.every((name, index) => name === right[index]);
}
