import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { counted, joinedTexts } from '../../shared/text';
import type { ItemToRun } from '../context';
import { ColumnTypes } from '../table/columnTypes';
import { rowBuilder, type RowObject } from '../table/rowBuilder';
import type { JobFile } from '../job/downloads';
import { Parts } from './parts';
import type { FinishedExport } from './settings';

/** How many rows go into the context of an AI model. */
const TOOL_ROWS = 100;

/** Output > Items: one item for each row, up to the Limit. */
export async function asItems(
	finished: FinishedExport,
	files: AsyncGenerator<JobFile>,
): Promise<INodeExecutionData[]> {
	const { item, settings, about } = finished;
	const items = new RowItems(item, settings.maxRows);
	const types = settings.convertTypes ? new ColumnTypes() : undefined;
	const parts = new Parts(finished, files, { needsSameColumns: false });
	for await (const { table, columns, leave } of parts) {
		const toRow = rowBuilder(columns.names, types?.converter(columns.names));
		for await (const rows of table.rows(columns)) {
			if (items.addAll(rows, toRow)) continue;
			await leave();
			break;
		}
	}
	if (types?.hasTurned) {
		for (const { json } of items.taken) {
			await item.yieldToEventLoop();
			types.turnBack(json as RowObject);
		}
	}
	return items.end({ about });
}

/** Collects items up to a limit. An AI agent gets no more of them than a model can read. */
export class RowItems {
	readonly #item: ItemToRun;
	readonly #maxRows: number;
	/** Those of the rows that were added so far. */
	readonly taken: INodeExecutionData[] = [];
	/** All items share one object, because n8n only reads it, and millions of copies would cost memory. */
	readonly #pairedItem: { item: number };
	/** Whether rows were left out. */
	#isCut = false;

	constructor(item: ItemToRun, maxRows = Infinity) {
		this.#item = item;
		this.#maxRows = item.isToolCall ? Math.min(maxRows, TOOL_ROWS) : maxRows;
		this.#pairedItem = { item: item.itemIndex };
	}

	/**
	 * Adds rows up to the limit. One that is left out must not be converted: it could change the types of the others.
	 * @returns whether none was left out
	 */
	addAll<T>(rows: readonly T[], toRow: (row: T) => IDataObject): boolean {
		for (const row of rows) {
			this.#isCut = this.taken.length >= this.#maxRows;
			if (this.#isCut) return false;
			this.taken.push({ json: toRow(row), pairedItem: this.#pairedItem });
		}
		return true;
	}

	/**
	 * Says whether rows are missing, and returns the items. A model takes rows for what it has asked for, although n8n drops
	 * what the fields of the tool do not leave to it. So a note after the rows tells it what they are.
	 * @param ended which query and days the rows are of; the Limit, if the service was only asked for as many records and
	 * has returned them all
	 */
	end({ about, reached }: { about: string; reached?: number | undefined }): INodeExecutionData[] {
		const { isToolCall, hint } = this.#item;
		const rows = this.taken.length;
		let missing = '';
		if (this.#isCut) missing = `The Limit of ${rows} was reached, and there are more rows.`;
		else if (reached) missing = `The Limit of ${reached} was reached, so there may be more rows.`;
		if (isToolCall) {
			const note = joinedTexts([`${counted(rows, 'row')} of ${about}.`, missing]);
			this.taken.push({ json: { moreRows: missing !== '', note }, pairedItem: this.#pairedItem });
		} else if (missing !== '') hint(missing);
		return this.taken;
	}
}
