const WIDEST_CELL = 22;

/** Records as a text table with one column for each key of the first record. */
export function table(records: Array<Record<string, unknown>>): string {
	const [first] = records;
	if (!first) return '(none)';
	const names = Object.keys(first);
	const rows = [names, ...records.map((record) => names.map((name) => cell(record[name])))];
	const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const line = (row: string[]) =>
		`  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
	const rule = `  ${widths.map((width) => '-'.repeat(width)).join('  ')}`;
	const [header = [], ...body] = rows;
	return [line(header), rule, ...body.map(line)].join('\n');
}

function cell(value: unknown): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const oneLine = (text ?? '').replace(/\s+/g, ' ');
	return oneLine.length > WIDEST_CELL ? `${oneLine.slice(0, WIDEST_CELL - 1)}…` : oneLine;
}
