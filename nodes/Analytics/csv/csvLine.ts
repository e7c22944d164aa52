export type Separator = ',' | ';';

export interface LineFormat {
	separator: Separator;
	lineEnd: string;
	/** Cells that Excel would take for formulas are marked as text. */
	isForExcel: boolean;
	hasDecimalComma: boolean;
}

const NEEDS_QUOTES = { ',': /[",\r\n]/, ';': /[";\r\n]/ };
const NUMBER = /^[+-]?\d*[.,]?\d+(?:e[+-]?\d+)?$/i;
const DECIMAL = /^[+-]?\d*\.\d+(?:e[+-]?\d+)?$/i;

export function csvLine(cells: readonly string[], separator: Separator = ','): string {
	// An empty line, which many programs skip.
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

export function excelCell(cell: string, { hasDecimalComma }: LineFormat): string {
	if (isFormula(cell)) return `'${cell}`;
	return hasDecimalComma && DECIMAL.test(cell) ? cell.replace('.', ',') : cell;
}

/** Excel runs what begins so. Campaign names and the like come from outside. */
function isFormula(cell: string): boolean {
	const first = cell.charCodeAt(0);
	// = @ TAB CR
	if (first === 61 || first === 64 || first === 9 || first === 13) return true;
	return (first === 43 || first === 45) && !NUMBER.test(cell);
}
