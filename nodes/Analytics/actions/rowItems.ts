import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ItemContext } from './itemContext';

/** From here on, items cost more memory than most n8n instances can spare. */
const MANY_ROWS = 100_000;
/** What a model can read in one go. */
const TOOL_ROWS = 100;
const TOOL_CHARACTERS = 20_000;

export interface RowItemsOptions {
	rowsPerItem: number;
	/** Rows to take at most; undefined: all. */
	maxRows?: number | undefined;
}

/** Collects rows as output items of one input item, all paired to it. */
export class RowItems {
	readonly #item: ItemContext;
	readonly #rowsPerItem: number;
	readonly #maxRows: number;
	readonly #items: INodeExecutionData[] = [];
	/** One object for all items: n8n only reads it, and millions of copies would cost memory. */
	readonly #pairedItem: { item: number };
	#group: IDataObject[] = [];
	#charactersLeft = TOOL_CHARACTERS;
	rows = 0;
	/** A row came that was not taken. */
	isCut = false;

	constructor(item: ItemContext, { rowsPerItem, maxRows }: RowItemsOptions) {
		this.#item = item;
		this.#rowsPerItem = rowsPerItem;
		this.#maxRows = Math.min(maxRows ?? Infinity, item.isToolCall ? TOOL_ROWS : Infinity);
		this.#pairedItem = { item: item.itemIndex };
	}

	/** @returns false if the row was not taken, because enough have come */
	add(row: IDataObject): boolean {
		if (this.isCut || this.rows >= this.#maxRows || !this.#fitsIntoContext(row)) {
			this.isCut = true;
			return false;
		}
		this.rows += 1;
		if (this.#rowsPerItem === 1) {
			this.#items.push({ json: row, pairedItem: this.#pairedItem });
		} else {
			this.#group.push(row);
			if (this.#group.length === this.#rowsPerItem) this.#endGroup();
		}
		return true;
	}

	/** The rows so far, which may still be changed. */
	*taken(): Generator<IDataObject> {
		if (this.#rowsPerItem === 1) for (const { json } of this.#items) yield json;
		else for (const { json } of this.#items) yield* json.rows as IDataObject[];
		yield* this.#group;
	}

	/** The items, and hints on what the user should know about them. */
	end(): INodeExecutionData[] {
		if (this.#group.length > 0) this.#endGroup();
		if (this.isCut) this.#sayThatThereIsMore();
		if (this.rows >= MANY_ROWS && this.#rowsPerItem === 1) {
			this.#item.hint(
				`${this.rows.toLocaleString('en')} items take much memory and slow down the editor. A bulk export with Output > CSV File, or Options > Rows per Item, takes far less.`,
			);
		}
		return this.#items;
	}

	#fitsIntoContext(row: IDataObject): boolean {
		if (!this.#item.isToolCall) return true;
		this.#charactersLeft -= JSON.stringify(row).length;
		return this.#charactersLeft >= 0;
	}

	#endGroup(): void {
		this.#items.push({ json: { rows: this.#group }, pairedItem: this.#pairedItem });
		this.#group = [];
	}

	#sayThatThereIsMore(): void {
		if (this.#item.isToolCall) {
			const note = `Only the first ${this.rows} rows are shown, there are more. Narrow the query by dates or filters.`;
			this.#items.push({ json: { moreRows: true, note }, pairedItem: this.#pairedItem });
		} else {
			this.#item.hint(`Only the first ${this.rows} rows were taken (Options > Max Rows).`);
		}
	}
}

/** All rows as output items. */
export function rowItems(
	item: ItemContext,
	{ rows, ...options }: RowItemsOptions & { rows: IDataObject[] },
): INodeExecutionData[] {
	const items = new RowItems(item, options);
	for (const row of rows) if (!items.add(row)) break;
	return items.end();
}
