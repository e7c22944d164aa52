import { InputError } from '../../shared/errors';
import type { QueryRecord } from '../transport/schemas';
import { columnOrder } from './columnOrder';
import { looksLikeNames, namesAboveData } from './namesEvidence';
import { firstDuplicate, withSuffixes } from './uniqueNames';

/*
 * Section 2.5 says that the first row is to be discarded and that "headers come from the output
 * columns of the query". Where the names are is left open, so it is determined from evidence: a
 * row of data is never turned into names, nor names into a row of data.
 */

export const COLUMN_NAME_MODES = ['automatic', 'secondRow', 'firstRow', 'query', 'custom'] as const;
export type ColumnNameMode = (typeof COLUMN_NAME_MODES)[number];

export const ON_DUPLICATE_NAMES = ['error', 'suffix'] as const;
export type OnDuplicateNames = (typeof ON_DUPLICATE_NAMES)[number];

/**
 * Asks for records of a query, to learn its columns from them. Empty: the very query of the file has
 * no record. Undefined: nothing can be learned.
 */
export type QueryColumns = () => Promise<QueryRecord[] | undefined>;

export interface ColumnNameInput {
	mode: ColumnNameMode;
	/** The first rows of the file, the one to be discarded included. */
	head: string[][];
	/** Of `custom`. */
	customNames?: string[];
	onDuplicateNames?: OnDuplicateNames;
	/** Undefined if the query is not known. */
	queryColumns: QueryColumns | undefined;
}

/** The expected columns, taken from those of a file. */
export interface Fit {
	names: string[];
	/** For each of them where it stands in the file; -1 if it does not. */
	from: number[];
}

export interface ColumnNames {
	names: string[];
	/** Rows at the top of the file that are not data. */
	rowsToSkip: number;
	/** The last of the rows to skip holds the names as they are. */
	inFile: boolean;
	/** What was decided and why, for the execution hint. */
	reason: string;
	/** Which of the columns the output has, if not all as they stand. */
	fit?: Fit;
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
	return usable(await decide(input), input);
}

async function decide(input: ColumnNameInput): Promise<ColumnNames> {
	const { mode, head, customNames = [] } = input;
	switch (mode) {
		case 'automatic':
			return await decideFromEvidence(input);
		case 'firstRow':
			return fromRow(head, 0, 'as chosen');
		case 'secondRow':
			return fromRow(head, 1, 'as chosen');
		case 'query':
			return await fromQuery(input, 'as chosen');
		case 'custom':
			return ownNames(head, customNames);
	}
}

async function decideFromEvidence(input: ColumnNameInput): Promise<ColumnNames> {
	const { head } = input;
	const [first = [], second] = head;
	if (!second) {
		// Nothing but the row to be discarded: there is no data that names could be mistaken for.
		const inFile = looksLikeNames(first) && firstDuplicate(first) === undefined;
		return { names: inFile ? first : [], rowsToSkip: 1, inFile, reason: 'no data' };
	}
	if (namesAboveData(second, head.slice(2))) {
		return fromRow(head, 1, 'which is above the data');
	}
	if (namesAboveData(first, head.slice(1))) {
		return fromRow(head, 0, 'which is right above the data');
	}
	return await fromQuery(input, 'the file itself has none');
}

/** The names in the second row, if there are any, are replaced by the user's own. */
function ownNames(head: string[][], names: string[]): ColumnNames {
	const [, second = [], ...below] = head;
	if (!namesAboveData(second, below)) {
		return { names, rowsToSkip: 1, inFile: false, reason: 'your own' };
	}
	const reason = 'your own, in place of those in the second row of the file';
	return { names, rowsToSkip: 2, inFile: false, reason };
}

/** The file alone cannot tell; the records that the same query gives can. */
async function fromQuery(input: ColumnNameInput, why: string): Promise<ColumnNames> {
	const { head, mode } = input;
	const [first = [], second = []] = head;
	const records = await askQuery(input);
	if (!records || records.length === 0) return withoutRecords(input, records !== undefined);

	const order = columnOrder(records, head.slice(1));
	const ofQuery = 'they are the columns of the query';
	if (isSameNames(second, order.names)) return fromRow(head, 1, ofQuery);
	if (isSameNames(first, order.names)) return fromRow(head, 0, ofQuery);

	const reason = `the columns of the query, ${why}`;
	const decision = { names: order.names, rowsToSkip: 1, inFile: false, reason };
	assertWidth(decision, head);
	// An order that the user has chosen needs no evidence, but there must be none against it.
	if (head.length < 2 || order.isConfirmed) return decision;
	if (mode === 'query' && order.contradiction === undefined) return decision;
	throw orderUnknown(order.names, order.contradiction);
}

/** @returns undefined if nothing can be learned from the query */
async function askQuery({ queryColumns }: ColumnNameInput) {
	if (queryColumns) return await queryColumns();
	throw new InputError(
		'The column names could not be determined from the file, and the query is not known',
		`Choose the Query Name that the job was started for. ${CHOOSE}`,
	);
}

function withoutRecords({ mode, head }: ColumnNameInput, isSameQuery: boolean): ColumnNames {
	const [, second = []] = head;
	// The query has no record at all, so this row cannot be one.
	if (mode === 'automatic' && isSameQuery && head.length === 2 && looksLikeNames(second)) {
		return fromRow(head, 1, 'there is no data');
	}
	throw new InputError(
		'The column names could not be determined from the file, and the query found no record to learn them from',
		CHOOSE,
	);
}

function orderUnknown(names: string[], contradiction: string | undefined): InputError {
	const order = names.join(', ').slice(0, 200);
	return new InputError(
		contradiction === undefined
			? 'The file has no row that surely holds the column names, and the order of its columns could not be determined from the query'
			: `The columns of the file are not in the order of the query: ${contradiction}`,
		`The query gives: ${order}. Choose Options > Column Names: From the Second Row or From the First Row if the file holds the names, ${contradiction === undefined ? 'From the Query if its columns stand in this order, ' : ''}or Custom to enter the names in the order of the file.`,
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
	return { names, rowsToSkip: index + 1, inFile: true, reason };
}

/** The decision with names that can be keys of an item. @throws InputError */
function usable(decision: ColumnNames, { mode, head, onDuplicateNames }: ColumnNameInput) {
	const { names } = decision;
	// Without a row of names there is no data either, unless the user was to give the names.
	if (names.length === 0) {
		if (mode === 'custom') throw unusable(decision, 'there are none');
		return decision;
	}
	const empty = names.findIndex((name) => name.trim() === '');
	if (empty >= 0) throw unusable(decision, `number ${empty + 1} is empty`);
	assertWidth(decision, head);

	const duplicate = firstDuplicate(names);
	if (duplicate === undefined) return decision;
	if (onDuplicateNames === 'suffix') {
		return { ...decision, names: withSuffixes(names), inFile: false };
	}
	throw unusable(
		decision,
		`"${duplicate.slice(0, 40)}" appears twice`,
		'Choose Options > On Duplicate Column Names > Add a Number, or enter your own names in Options > Column Names.',
	);
}

function assertWidth(decision: ColumnNames, head: string[][]): void {
	const { names, rowsToSkip } = decision;
	const width = head[rowsToSkip]?.length ?? names.length;
	if (width === names.length) return;
	throw unusable(decision, `there are ${names.length}, but the rows have ${width} columns`);
}

function unusable({ reason }: ColumnNames, problem: string, advice = CHOOSE): InputError {
	return new InputError(`The column names (${reason}) cannot be used: ${problem}`, advice);
}

/**
 * The same names in any order, whatever their case and punctuation ("Store ID" is "store_id"). A
 * file may have a name twice, which a record cannot.
 */
function isSameNames(row: string[], columns: string[]): boolean {
	const normalized = (names: string[]) =>
		new Set(names.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')));
	const [left, right] = [normalized(row), normalized(columns)];
	return (
		row.length >= columns.length &&
		left.size === right.size &&
		[...left].every((name) => right.has(name))
	);
}
