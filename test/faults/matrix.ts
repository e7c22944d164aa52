import { type Cell, type CellResult, runCell } from './cell';
import { columns } from './columns';
import { pool } from './pool';
import { expectationsOf, type Row } from './row';
import { answerRows } from './rows/answers';
import { brokenLineRows } from './rows/brokenLine';
import { compressionRows } from './rows/compression';
import { connectionRows } from './rows/connection';
import { statusRows } from './rows/statuses';
import { tooManyCallsRows } from './rows/tooManyCalls';

export const rows: Row[] = [
	...connectionRows,
	...brokenLineRows,
	...statusRows,
	...tooManyCallsRows,
	...answerRows,
	...compressionRows,
];

/** Most cells mostly wait. */
const AT_ONCE = 24;

/** Runs all cells of the rows: the long ones at once, and those that need the processor one by one. */
export async function runMatrix(chosen: Row[]): Promise<CellResult[]> {
	const cells = chosen.flatMap(cellsOf);
	const light = cells.filter(({ row }) => !row.isHeavy);
	const heavy = cells.filter(({ row }) => row.isHeavy);
	const patient = light.filter(({ row }) => row.limit !== undefined);
	const quick = light.filter(({ row }) => row.limit === undefined);
	const [waited, others] = await Promise.all([
		pool(patient, patient.length, runCell),
		pool(quick, AT_ONCE, runCell).then(async (results) => [
			...results,
			...(await pool(heavy, 1, runCell)),
		]),
	]);
	return chosen.flatMap((row) => [...waited, ...others].filter((result) => result.row === row));
}

function cellsOf(row: Row): Cell[] {
	return columns.flatMap((column) =>
		expectationsOf(row.expected[column.name])
			.filter(({ outcome }) => outcome !== '—')
			.map((expectation) => ({ row, column, expectation })),
	);
}
