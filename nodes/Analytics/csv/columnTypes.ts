import type { CellValue, RowObject } from './rowObjects';
import { convertType } from './typeConversion';

interface Column {
	name: string;
	/** Undefined as long as all its cells are empty. */
	type: 'number' | 'boolean' | 'string' | undefined;
}

/** The rows of one file, as far as they have come. */
export interface HeldRows {
	names: readonly string[];
	rows(): Iterable<RowObject>;
}

export type ConvertCell = (text: string, column: number) => CellValue;

/**
 * Converts cells by whole columns: a column becomes numbers, or true and false, only if each of its
 * values stays exactly the same, so that no column mixes numbers and text. Its empty cells are then
 * null; in a column of text they stay empty text. The files of one export share their columns.
 *
 * Cells are converted as they come. The first one that does not fit turns the rows so far back into
 * text, which needs no copy of it: what was converted prints as it stood.
 */
export class ColumnTypes {
	readonly #columns = new Map<string, Column>();
	readonly #files = new Set<HeldRows>();

	/** @returns converts the cells of one more file */
	add(file: HeldRows): ConvertCell {
		this.#files.add(file);
		const columns = file.names.map((name) => this.#column(name));
		return (text, index) => {
			const column = columns[index]!;
			if (column.type === 'string') return text;
			if (text === '') return column.type === undefined ? text : null;
			const value = convertType(text);
			return typeof value === column.type ? value : this.#settle(column, text, value);
		};
	}

	/** Forgets the rows of a file, which was not read to its end. */
	drop(file: HeldRows): void {
		this.#files.delete(file);
	}

	#column(name: string): Column {
		const column = this.#columns.get(name) ?? { name, type: undefined };
		this.#columns.set(name, column);
		return column;
	}

	/** For the first value of a column, and for the first that does not fit. */
	#settle(column: Column, text: string, value: string | number | boolean): CellValue {
		const { type } = column;
		column.type = type === undefined ? (typeof value as 'number' | 'boolean' | 'string') : 'string';
		if (column.type !== 'string') {
			this.#change(column, (earlier) => (earlier === '' ? null : earlier));
			return value;
		}
		if (type !== undefined) {
			this.#change(column, (earlier) => (earlier === null ? '' : String(earlier)));
		}
		return text;
	}

	#change({ name }: Column, change: (value: CellValue) => CellValue): void {
		for (const { names, rows } of this.#files) {
			if (!names.includes(name)) continue;
			for (const row of rows()) row[name] = change(row[name]!);
		}
	}
}
