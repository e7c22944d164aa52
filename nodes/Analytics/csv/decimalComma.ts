const DECIMAL = /^[+-]?\d*\.\d+(?:e[+-]?\d+)?$/i;

/** A cell as a spreadsheet reads it where numbers are written 1,5; all but a decimal stays as it is. */
export function withDecimalComma(cell: string): string {
	return DECIMAL.test(cell) ? cell.replace('.', ',') : cell;
}
