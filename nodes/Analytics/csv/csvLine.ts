export type Separator = ',' | ';';

const NEEDS_QUOTES = { ',': /[",\r\n]/, ';': /[";\r\n]/ };

/** One row as CSV (RFC 4180), without its line ending; a field is quoted where it must be. */
export function csvLine(cells: readonly string[], separator: Separator = ','): string {
	// Alone in its row, an empty field would be an empty line, which many programs skip.
	if (cells.length === 1 && cells[0] === '') return '""';
	const needsQuotes = NEEDS_QUOTES[separator];
	let line = '';
	for (let at = 0; at < cells.length; at++) {
		const cell = cells[at]!;
		if (at > 0) line += separator;
		line += needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
	}
	return line;
}
