import type { QueryRecord } from '../transport/schemas';
import { type CellKind, cellKind, isValueWord } from './namesEvidence';

/*
 * JSON promises nothing about the order of keys, and a file without names has only the order of its
 * columns. Whether the two agree shows in the values.
 */

export interface ColumnOrder {
	/** The keys of the records. */
	names: string[];
	/** The values tell that the columns of the file stand in this order, and in no other. */
	isConfirmed: boolean;
	/** Why the columns of the file cannot stand in this order. */
	contradiction?: string;
}

/** What the values of one column are. Text of digits only is a number in CSV. */
type Kind = CellKind | 'digits' | 'none';

/** What a column of such records may look like in the rows at hand. */
const MAY_BE: Record<Kind, readonly Kind[]> = {
	none: ['number', 'date', 'boolean', 'text'],
	number: ['number'],
	boolean: ['boolean', 'number'],
	date: ['date', 'text'],
	digits: ['number', 'text'],
	text: ['text', 'number'],
};

/**
 * Compares the records of a query with the rows of its file.
 *
 * @param rows the first rows of the file that may be data
 */
export function columnOrder(records: QueryRecord[], rows: string[][]): ColumnOrder {
	const names = keysOf(records);
	if (rows.some((cells) => cells.length !== names.length)) return { names, isConfirmed: false };

	const columns = names.map((name, at) => ({
		inRecords: kindOfValues(records.map((record) => textOf(record, name))),
		inFile: kindOfCells(rows.map((cells) => cells[at] ?? '')),
	}));
	const misfit = columns.findIndex(
		({ inRecords, inFile }) => inFile !== 'none' && !MAY_BE[inRecords].includes(inFile),
	);
	if (misfit >= 0) {
		const name = names[misfit]!.slice(0, 40);
		const contradiction = `"${name}" does not fit the values in column ${misfit + 1} of the file`;
		return { names, isConfirmed: false, contradiction };
	}

	const found = rowsOfRecords(rows, records, names);
	// Columns may only change places with others of their kind, if every kind is known for certain.
	const kindsTell = columns.every(
		({ inRecords, inFile }) => inRecords === inFile && inFile !== 'none',
	);
	const signatures = columns.map(({ inFile }, at) => {
		const values = found.map((cells) => sameText(cells[at] ?? ''));
		return JSON.stringify([kindsTell ? inFile : '', ...values]);
	});
	const isOnlyOrder = new Set(signatures).size === names.length;
	return { names, isConfirmed: isOnlyOrder && startsWithData(rows, found) };
}

/** A first row of words that is no record may be the names of the columns, in other words. */
function startsWithData([first]: string[][], found: string[][]): boolean {
	if (!first) return false;
	return found.includes(first) || first.some((cell) => cellKind(cell.trim()) !== 'text');
}

/** In the order of the record that has most: others may leave out what has no value. */
function keysOf(records: QueryRecord[]): string[] {
	let fullest: string[] = [];
	for (const record of records) {
		const keys = Object.keys(record);
		if (keys.length > fullest.length) fullest = keys;
	}
	return [...new Set([...fullest, ...records.flatMap((record) => Object.keys(record))])];
}

/**
 * The rows that hold the values of a record, as text, in the order of the names. Left out are records
 * whose values stand in another row in another order: either row could be theirs.
 */
function rowsOfRecords(rows: string[][], records: QueryRecord[], names: string[]): string[][] {
	const orders = new Map<string, Set<string>>();
	for (const { values, inOrder } of rows.map(keysOfCells)) {
		orders.set(values, (orders.get(values) ?? new Set()).add(inOrder));
	}
	const found = new Set<string>();
	for (const record of records) {
		const { values, inOrder } = keysOfCells(names.map((name) => textOf(record, name).text));
		const known = orders.get(values);
		if (known?.size === 1 && known.has(inOrder)) found.add(inOrder);
	}
	return rows.filter((cells) => found.has(keysOfCells(cells).inOrder));
}

function keysOfCells(cells: string[]): { values: string; inOrder: string } {
	const texts = cells.map(sameText);
	return { inOrder: JSON.stringify(texts), values: JSON.stringify(texts.sort()) };
}

/** `12.50` and `True` of a file are `12.5` and `true` of a record. */
function sameText(cell: string): string {
	if (/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(cell)) return String(Number(cell));
	return /^(true|false)$/i.test(cell) ? cell.toLowerCase() : cell;
}

interface Value {
	text: string;
	isString: boolean;
}

function textOf(record: QueryRecord, name: string): Value {
	const value = Object.hasOwn(record, name) ? record[name] : undefined;
	if (typeof value === 'string') return { text: value, isString: true };
	const text = value === undefined || value === null ? '' : JSON.stringify(value);
	return { text, isString: false };
}

function kindOfValues(values: Value[]): Kind {
	return commonKind(
		values.map(({ text, isString }) => {
			const kind = kindOf(text);
			return isString && kind === 'number' ? 'digits' : kind;
		}),
	);
}

function kindOfCells(cells: string[]): Kind {
	return commonKind(cells.map((cell) => kindOf(cell.trim())));
}

/** Words such as "null" and "inf" say nothing about the column that they stand in. */
function kindOf(text: string): Kind {
	const kind = cellKind(text);
	return text === '' || (kind === 'text' && isValueWord(text)) ? 'none' : kind;
}

function commonKind(all: Kind[]): Kind {
	const kinds = new Set(all.filter((kind) => kind !== 'none'));
	if (kinds.size > 1) return 'text';
	return [...kinds][0] ?? 'none';
}
