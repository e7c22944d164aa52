import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { counted } from '../../shared/text';
import type { ItemToRun } from '../context';
import { withJobFiles } from '../job/downloads';
import { ColumnTypes } from '../table/columnTypes';
import type { Table } from '../table/table';
import { rowBuilder, type RowObject, shownNames } from '../table/outputColumns';
import { hintAtNoRows, openJobTable, RefusedCells, verifyWholeTable } from './jobTable';
import type { FinishedExport } from './settings';

/** How much of an output goes into the context of an AI model. */
const TOOL_ROWS = 100;
const TOOL_CHARACTERS = 20_000;
/** Users who only want some rows should not have to wait for the end of a file that is larger than this. */
const MAX_CHECKED_BYTES = 2 ** 26;
const UNCHECKED =
	'The Limit was reached in a file of more than 64 MB, so its rest was not read: whether the file is undamaged was not checked.';

/** Output > Items: one item for each row, up to the Limit. */
export async function asItems(finished: FinishedExport): Promise<INodeExecutionData[]> {
	const { item, settings } = finished;
	return await withJobFiles(finished, async (files) => {
		const items = new RowItems(item, settings.maxRows);
		const types = settings.convertTypes ? new ColumnTypes(() => items.taken()) : undefined;
		const refused = new RefusedCells();
		let onlyLine: string | undefined;
		for await (const file of files) {
			const jobTable = await openJobTable(finished, file, { keepsCells: true });
			const { table, columns } = jobTable;
			hintAtNumbersAsNames(item, settings.outputColumns, columns.names);
			const toRow = rowBuilder(columns.names, types?.converter(columns.names));
			const toText = rowBuilder(columns.names);
			for await (const rows of table.rows(columns)) {
				for (const cells of rows) {
					// A row that is left out must not be converted, because it could change the types of the others.
					if (!items.hasRoomFor(item.isToolCall ? toText(cells) : cells)) {
						items.isCut = true;
						break;
					}
					refused.look(table, columns.names, cells);
					items.add(toRow(cells));
				}
				if (items.isCut) break;
			}
			if (items.isCut) {
				await verifyAfterLimit(item, table);
				// The files of later parts are not even fetched.
				break;
			}
			await verifyWholeTable(finished, jobTable);
			onlyLine ??= jobTable.onlyLine;
		}
		refused.warn(item);
		const all = items.end();
		if (all.length === 0) hintAtNoRows(finished, onlyLine);
		return all;
	});
}

/** Verifies the rest of a file unless it is too large. */
async function verifyAfterLimit({ hint }: ItemToRun, table: Table): Promise<void> {
	const isVerified = await table.verify({ maxBytes: MAX_CHECKED_BYTES });
	if (!isVerified) hint(UNCHECKED);
}

/**
 * Says that the columns of the items have another order than the one that the user has chosen: JavaScript
 * puts keys that are whole numbers first, in ascending order.
 * @param chosen the Output Columns, which may be none
 * @param names the names of the columns, in the order in which they were chosen
 */
export function hintAtNumbersAsNames(
	item: ItemToRun,
	chosen: readonly string[],
	names: readonly string[],
): void {
	if (chosen.length === 0) return;
	const keys = Object.keys(Object.fromEntries(names.map((name) => [name, ''])));
	if (keys.every((key, at) => key === names[at])) return;
	item.hint(
		`Columns named by whole numbers come first in an item, whatever the order of Output Columns: ${shownNames(keys)}. A CSV File of Bulk Export has them in your order.`,
	);
}

/** Collects items up to a limit. An AI agent gets no more of them than a model can read. */
export class RowItems {
	readonly #item: ItemToRun;
	readonly #maxRows: number;
	readonly #items: INodeExecutionData[] = [];
	/** All items share one object, because n8n only reads it, and millions of copies would cost memory. */
	readonly #pairedItem: { item: number };
	#charactersLeft = TOOL_CHARACTERS;
	/** Whether rows were left out. */
	isCut = false;

	constructor(item: ItemToRun, maxRows = Infinity) {
		this.#item = item;
		this.#maxRows = item.isToolCall ? Math.min(maxRows, TOOL_ROWS) : maxRows;
		this.#pairedItem = { item: item.itemIndex };
	}

	/** Whether another row fits. @param row its length counts in a tool call, whether its values have types or not */
	hasRoomFor(row: object): boolean {
		if (this.#items.length >= this.#maxRows) return false;
		return !this.#item.isToolCall || JSON.stringify(row).length <= this.#charactersLeft;
	}

	add(row: IDataObject): void {
		if (this.#item.isToolCall) this.#charactersLeft -= JSON.stringify(row).length;
		this.#items.push({ json: row, pairedItem: this.#pairedItem });
	}

	/** The rows that were added so far. */
	*taken(): Generator<RowObject> {
		for (const { json } of this.#items) yield json as RowObject;
	}

	/**
	 * Says whether rows are missing, and returns the items.
	 * @param reached the Limit, if the service was only asked for as many records and has returned them all
	 */
	end(reached?: number): INodeExecutionData[] {
		const { isToolCall, hint } = this.#item;
		const rows = this.#items.length;
		this.#warnOfErrorColumns();
		if (this.isCut && isToolCall) {
			const advice = 'Narrow the query by dates or filters.';
			this.#noteForModel(`Only the first ${rows} rows are shown, there are more. ${advice}`);
		} else if (this.isCut) {
			hint(`The Limit of ${rows} was reached, and there are more rows.`);
		} else if (isToolCall && reached !== undefined) {
			this.#noteForModel(`The Limit of ${reached} was reached, so there may be more rows.`);
		}
		return this.#items;
	}

	/** n8n takes some rows for errors because of their columns. The node cannot change that, but it can say so. */
	#warnOfErrorColumns(): void {
		const { onError, retryOnFail } = this.#item.n8n.getNode();
		const { hint } = this.#item;
		if (onError === 'continueErrorOutput') {
			const count = this.#items.filter(({ json }) => isTakenForError(json)).length;
			const text = `n8n passes ${counted(count, 'row')} to the error output: ${TAKEN_FOR_ERROR}`;
			if (count > 0) hint(text, { warning: true });
		}
		const error = this.#items[0]?.json['error'] ?? false;
		if (retryOnFail === true && error !== false) hint(TAKEN_FOR_FAILURE, { warning: true });
	}

	#noteForModel(note: string): void {
		this.#items.push({ json: { moreRows: true, note }, pairedItem: this.#pairedItem });
	}
}

const ERROR_FIELDS = ['error', 'message', 'details'];

/** The rule by which n8n sends an item to the error output of a node. */
function isTakenForError(json: IDataObject): boolean {
	if (!json['error']) return false;
	return Object.keys(json).every((key) => ERROR_FIELDS.includes(key));
}

const TAKEN_FOR_ERROR =
	'it takes every item for an error whose only fields are error, message or details. To get all rows as results, set On Error to another value.';
const TAKEN_FOR_FAILURE =
	'The first row has a field "error". With Retry On Fail, n8n takes that for a failure and runs the node again. Turn Retry On Fail off: this node tries again itself where that is safe.';
