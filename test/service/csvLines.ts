import { AMOUNTS, type Column, type ColumnKind, FREE_TEXT } from './columns.ts';
import type { Value } from './records.ts';

/** One line of a bulk file, for cells of which nothing is known. */
export function csvLine(cells: Value[], quoteAll: boolean): string {
	return cells.map((cell) => csvCell(cell, quoteAll)).join(',');
}

/** The lines of records. Only free text is looked at, because files have millions of lines. */
export function csvLinesOf(columns: Column[], quoteAll: boolean): (cells: Value[]) => string {
	const kinds = columns.map(({ kind }) => kind);
	const mayNeedQuotes = kinds.map((kind) => quoteAll || FREE_TEXT.has(kind));
	return (cells) => {
		let line = '';
		for (const [at, kind] of kinds.entries()) {
			const text = textOf(kind, cells[at] ?? '');
			if (at > 0) line += ',';
			line += mayNeedQuotes[at] ? csvCell(text, quoteAll) : text;
		}
		return line;
	};
}

/** A value as a file has it: prices with both of their decimals. */
export function textOf(kind: ColumnKind, value: Value): string {
	return AMOUNTS.has(kind) && typeof value === 'number' ? value.toFixed(2) : String(value);
}

function csvCell(value: Value, quoteAll: boolean): string {
	const text = String(value);
	return quoteAll || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
