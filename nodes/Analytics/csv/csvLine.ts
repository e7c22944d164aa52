const NEEDS_QUOTES = /[",\r\n]/;

export function csvLine(cells: readonly string[]): string {
	// An empty line, which many programs skip.
	if (cells.length === 1 && cells[0] === '') return '""';
	let line = '';
	for (let at = 0; at < cells.length; at++) {
		const cell = cells[at]!;
		if (at > 0) line += ',';
		line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
	}
	return line;
}
