import { RefusedCells } from '../../../../nodes/Analytics/outputs/jobTable';
import type { Table } from '../../../../nodes/Analytics/table/table';

const LONG = 'n'.repeat(40_000);

/** The warnings of a table with the columns "id" and "note", which has seen that some values may be refused. */
function warningsOf(...rows: string[][]): string[] {
	const warnings: string[] = [];
	const cells = new RefusedCells();
	for (const row of rows) cells.look({ mayHaveRefusedCells: true } as Table, ['id', 'note'], row);
	cells.warn({ hint: (text) => void warnings.push(text) });
	return warnings;
}

it('a value that later nodes refuse gets a warning that names its column and its row', () => {
	expect(warningsOf(['1', 'a'], ['2', LONG])).toEqual([
		'The value of "note" in row 2 has 40000 characters. Excel takes no more than 32767 in a cell, so Convert to File (XLSX) may refuse all rows.',
	]);
	expect(warningsOf(['1\0', 'a'], ['2', 'b'])).toEqual([
		'The value of "id" in row 1 has the character U+0000. Postgres does not take it, so its node may refuse all rows.',
	]);
});

it('the values like the first one are counted', () => {
	const [warning] = warningsOf(['1', '\0'], ['2', 'a\0'], ['3', LONG]);
	expect(warning).toContain('There are 2 other values like this one.');
});

it('other values get none', () => {
	expect(warningsOf(['1', 'n'.repeat(32_767)])).toEqual([]);
});
