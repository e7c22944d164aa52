import { type Column, FREE_TEXT } from './columns.ts';
import type { Value } from './records.ts';

/** One line of a bulk file, for cells of which nothing is known. */
export function csvLine(cells: Value[], quoteAll: boolean): string {
	return cells.map((cell) => csvCell(cell, quoteAll)).join(',');
}

/** The lines of records. Only free text is looked at, because files have millions of lines. */
export function csvLinesOf(columns: Column[], quoteAll: boolean): (cells: Value[]) => string {
	if (quoteAll) return (cells) => csvLine(cells, true);
	const isFreeText = columns.map(({ kind }) => FREE_TEXT.has(kind));
	return (cells) => {
		let line = '';
		for (let at = 0; at < cells.length; at++) {
			const cell = cells[at] ?? '';
			if (at > 0) line += ',';
			line += isFreeText[at] ? csvCell(cell, false) : cell;
		}
		return line;
	};
}

function csvCell(value: Value, quoteAll: boolean): string {
	const text = String(value);
	return quoteAll || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
