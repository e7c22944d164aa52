import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ColumnTypes } from '../table/columnTypes';
import { rowBuilder, type RowObject } from '../table/rowObjects';
import { withJobFiles } from '../job/downloads';
import type { ItemContext, JobOutput } from '../context';
import { hintAtNoRows, rowsOf } from './finishedJobs';

const TOOL_ROWS = 100;
const TOOL_CHARACTERS = 20_000;
const UNCHECKED =
	'The Limit was reached in a file of more than 64 MB, so its rest was not read: whether the file is undamaged was not checked.';

export async function asItems(output: JobOutput): Promise<INodeExecutionData[]> {
	const { item, settings } = output;
	return await withJobFiles(output, async (files) => {
		const items = new RowItems(item, settings.maxRows);
		const types = settings.convertTypes ? new ColumnTypes(() => items.taken()) : undefined;
		const how = {
			keepsCells: true,
			hasEnough: () => items.isCut,
			onUnchecked: () => item.hint(UNCHECKED),
		};
		for await (const file of files) {
			let toRow: ((cells: string[]) => RowObject) | undefined;
			for await (const { columns, rows } of rowsOf(output, file, how)) {
				toRow ??= rowBuilder(columns.names, types?.converter(columns.names));
				// What the user does not want does not decide the types of the rest.
				for (const cells of rows) {
					if (items.isFull() || !items.add(toRow(cells))) break;
				}
			}
			// The files of later parts are not even fetched.
			if (items.isCut) return items.end();
		}
		const all = items.end();
		if (all.length === 0) hintAtNoRows(item);
		return all;
	});
}

export class RowItems {
	readonly #item: ItemContext;
	readonly #maxRows: number;
	readonly #items: INodeExecutionData[] = [];
	/** One object for all items: n8n only reads it, and millions of copies would cost memory. */
	readonly #pairedItem: { item: number };
	#charactersLeft = TOOL_CHARACTERS;
	/** Whether there are rows that were not taken. */
	isCut = false;

	constructor(item: ItemContext, maxRows = Infinity) {
		this.#item = item;
		this.#maxRows = item.isToolCall ? Math.min(maxRows, TOOL_ROWS) : maxRows;
		this.#pairedItem = { item: item.itemIndex };
	}

	isFull(): boolean {
		return (this.isCut = this.#items.length >= this.#maxRows);
	}

	/** @returns false if the row was not taken, since it is more than a model can read */
	add(row: IDataObject): boolean {
		if (this.#item.isToolCall) this.#charactersLeft -= JSON.stringify(row).length;
		this.isCut = this.#charactersLeft < 0;
		if (!this.isCut) this.#items.push({ json: row, pairedItem: this.#pairedItem });
		return !this.isCut;
	}

	*taken(): Generator<RowObject> {
		for (const { json } of this.#items) yield json as RowObject;
	}

	/** @param reached the Limit, where as many records came as it allows */
	end(reached?: number): INodeExecutionData[] {
		const { isToolCall, hint } = this.#item;
		const rows = this.#items.length;
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

	#noteForModel(note: string): void {
		this.#items.push({ json: { moreRows: true, note }, pairedItem: this.#pairedItem });
	}
}
