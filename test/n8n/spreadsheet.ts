export type Cell = string | number | boolean;

/** Rows that a range such as `Sheet1!2:501` means, counted from 1; all of them if it names none. */
export interface RowRange {
	first: number;
	last: number;
}

const NEW_ROWS = 1000;

/** The first sheet of a spreadsheet, as Google's API reads and writes it. */
export class Spreadsheet {
	readonly title = 'Sheet1';
	/** Rows that the grid has, with and without values. */
	rowCount = NEW_ROWS;
	readonly rows: Cell[][] = [];

	/** Without empty cells and rows at the end, as text, as they are shown. */
	values({ first, last }: RowRange): string[][] {
		return this.rows.slice(first - 1, last).map((row) => row.map(String));
	}

	/** @returns false if it begins below the grid, which the API refuses; it grows only from its last row */
	write(first: number, values: Cell[][], input: string): boolean {
		if (first > this.rowCount) return false;
		for (const [at, row] of values.entries()) {
			this.rows[first - 1 + at] = row.map((cell) => (input === 'RAW' ? cell : asTyped(cell)));
		}
		this.rowCount = Math.max(this.rowCount, this.rows.length);
		return true;
	}
}

/** What becomes of text that is "user entered": digits become a number, also of a phone or of 007. */
function asTyped(cell: Cell): Cell {
	return typeof cell === 'string' && /^\+?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
}

export function rowRangeOf(range: string): RowRange {
	const [, first, last] = /!(\d+):(\d+)$/.exec(range) ?? [];
	return { first: Number(first ?? 1), last: Number(last ?? Infinity) };
}
