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
const AT_ONCE = 24;

/** Runs all cells of the rows, the long ones first and those that need the processor alone. */
export async function runMatrix(chosen: Row[]): Promise<CellResult[]> {
	const cells = chosen.flatMap(cellsOf);
	const longest = (left: Cell, right: Cell) => (right.row.limit ?? 0) - (left.row.limit ?? 0);
	const light = cells.filter(({ row }) => !row.isHeavy).sort(longest);
	const heavy = cells.filter(({ row }) => row.isHeavy);
	const patient = light.filter(({ row }) => row.limit !== undefined);
	const quick = light.filter(({ row }) => row.limit === undefined);
	return (
		await Promise.all([
			pool(patient, patient.length, runCell),
			pool(quick, AT_ONCE, runCell).then(async (results) => [
				...results,
				...(await pool(heavy, 1, runCell)),
			]),
		])
	).flat();
}

function cellsOf(row: Row): Cell[] {
	return columns.flatMap((column) =>
		expectationsOf(row.expected[column.name])
			.filter(({ outcome }) => outcome !== '—')
			.map((expectation) => ({ row, column, expectation })),
	);
}
