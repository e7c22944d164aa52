import { type Cell, type CellResult, runCell } from './cell';
import { columns } from './columns';
import { pool } from './pool';
import { expectationsOf, type Row } from './row';
import { answerRows } from './rows/answers';
import { compressionRows } from './rows/compression';
import { connectionRows } from './rows/connection';
import { statusRows } from './rows/statuses';
import { tooManyCallsRows } from './rows/tooManyCalls';

export const rows: Row[] = [
	...connectionRows,
	...statusRows,
	...tooManyCallsRows,
	...answerRows,
	...compressionRows,
];

/** Most cells mostly wait. */
const AT_ONCE = 200;

/** Runs all cells of the rows: those that need the processor one by one, beside the others. */
export async function runMatrix(chosen: Row[]): Promise<CellResult[]> {
	const cells = chosen.flatMap(cellsOf);
	// The longest first, since nothing can be done beside the last.
	const light = cells
		.filter(({ row }) => !row.isHeavy)
		.sort((one, other) => waitOf(other) - waitOf(one));
	const heavy = cells.filter(({ row }) => row.isHeavy);
	const results = (
		await Promise.all([pool(light, AT_ONCE, runCell), pool(heavy, 1, runCell)])
	).flat();
	return chosen.flatMap((row) => results.filter((result) => result.row === row));
}

function waitOf({ row, expectation }: Cell): number {
	return expectation.outcome === 'waits' ? Infinity : (row.takes?.[1] ?? 0);
}

function cellsOf(row: Row): Cell[] {
	return columns.flatMap((column) =>
		expectationsOf(row, column.name)
			.filter(({ outcome }) => outcome !== '—')
			.map((expectation) => ({ row, column, expectation })),
	);
}
