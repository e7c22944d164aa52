import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Item } from '../actions/item';
import { ColumnTypes } from '../csv/columnTypes';
import { rowBuilder, type RowObject } from '../csv/rowObjects';
import { withJobFiles } from '../job/jobFiles';
import { type JobsOf, NO_ROWS, rowsOf } from './finishedJobs';

/** From here on, items cost more memory than most n8n instances can spare. */
const MANY_ROWS = 100_000;
const TOOL_ROWS = 100;
const TOOL_CHARACTERS = 20_000;

export async function asItems(
	item: Item,
	{ api, jobs, settings }: JobsOf,
): Promise<INodeExecutionData[]> {
	return await withJobFiles({ ...item, api, jobs }, async (files) => {
		const items = new RowItems(item, settings.maxRows);
		const types = settings.convertTypes ? new ColumnTypes(() => items.taken()) : undefined;
		for await (const file of files) {
			let toRow: ((cells: string[]) => RowObject) | undefined;
			for await (const { columns, rows } of rowsOf(item, file, { settings, gives: 'kept' })) {
				toRow ??= rowBuilder(columns.names, types?.converter(columns.names));
				// What the user does not want is not even fetched.
				for (const cells of rows) if (!items.add(toRow(cells))) return items.end();
			}
		}
		if (items.count === 0) item.hint(NO_ROWS);
		return items.end();
	});
}

export class RowItems {
	readonly #item: Item;
	readonly #maxRows: number;
	readonly #items: INodeExecutionData[] = [];
	/** One object for all items: n8n only reads it, and millions of copies would cost memory. */
	readonly #pairedItem: { item: number };
	#charactersLeft = TOOL_CHARACTERS;
	#isCut = false;

	constructor(item: Item, maxRows?: number) {
		this.#item = item;
		this.#maxRows = Math.min(maxRows ?? Infinity, item.isToolCall ? TOOL_ROWS : Infinity);
		this.#pairedItem = { item: item.itemIndex };
	}

	get count(): number {
		return this.#items.length;
	}

	/** @returns false if the row was not taken, because enough have come */
	add(row: IDataObject): boolean {
		if (this.#items.length >= this.#maxRows || !this.#fitsIntoContext(row)) {
			this.#isCut = true;
			return false;
		}
		this.#items.push({ json: row, pairedItem: this.#pairedItem });
		return true;
	}

	*taken(): Generator<RowObject> {
		for (const { json } of this.#items) yield json as RowObject;
	}

	end(): INodeExecutionData[] {
		const rows = this.#items.length;
		if (this.#isCut && this.#item.isToolCall) {
			const none = 'No row is shown, as the first one is too large (more than 20,000 characters).';
			const first = `Only the first ${rows} rows are shown, there are more. Narrow the query by dates or filters.`;
			const json = { moreRows: true, note: rows === 0 ? none : first };
			this.#items.push({ json, pairedItem: this.#pairedItem });
		} else if (this.#isCut) {
			this.#item.hint(`Only the first ${rows} rows were returned (Limit).`);
		}
		if (rows >= MANY_ROWS) {
			this.#item.hint(
				`${rows.toLocaleString('en')} items take much memory and slow down the editor. Output > CSV File or Sub-Workflow in Batches of a bulk export take far less.`,
			);
		}
		return this.#items;
	}

	#fitsIntoContext(row: IDataObject): boolean {
		if (!this.#item.isToolCall) return true;
		this.#charactersLeft -= JSON.stringify(row).length;
		return this.#charactersLeft >= 0;
	}
}
