import { counted } from '../../shared/text';
import type { ItemToRun } from '../context';
import { MAX_EXCEL_CHARACTERS, type Table } from '../table/table';

/**
 * Looks for values because of which a node that follows would refuse all rows: Convert to File (XLSX) those that are
 * too long for Excel, and PostgreSQL those with U+0000.
 */
export class RefusedCells {
	#rows = 0;
	#first: string | undefined;
	#more = 0;

	/** @param cells the next row that is passed on. Most tables have no such value, so their cells are not looked at */
	look(table: Table, names: readonly string[], cells: readonly string[]): void {
		this.#rows += 1;
		if (!table.mayHaveRefusedCells) return;
		for (const [at, cell] of cells.entries()) {
			const what = whatIsWrong(cell);
			if (what === undefined) continue;
			if (this.#first === undefined) {
				this.#first = `The value of "${names[at]}" in row ${this.#rows} has ${what}`;
			} else this.#more += 1;
		}
	}

	/** Warns of the first of these values. */
	warn({ hint }: Pick<ItemToRun, 'hint'>): void {
		if (this.#first === undefined) return;
		const more =
			this.#more > 0 ? ` There are ${counted(this.#more, 'other value')} like this one.` : '';
		hint(`${this.#first}${more}`, { warning: true });
	}
}

function whatIsWrong(cell: string): string | undefined {
	if (cell.length > MAX_EXCEL_CHARACTERS) {
		return `${cell.length} characters. Excel takes no more than ${MAX_EXCEL_CHARACTERS} in a cell, so Convert to File (XLSX) may refuse all rows.`;
	}
	if (!cell.includes('\0')) return undefined;
	return 'the character U+0000. Postgres does not take it, so its node may refuse all rows.';
}
