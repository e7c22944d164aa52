import '../engine/isolateHome';
import { columns, type FaultResult, rows, runRows } from './matrix';
import { measure, measureHere, memoryCases, type MemoryResult } from './memory';
import { pool, runMatrix, tableOf } from './program';
import { expectedOf } from './row';

/*
 * Every fault on every call, in n8n's engine and over real sockets: `npm run faults`, with
 * `-- --write` for docs/reports/faults.md, with `-- --only 'gzip|reset'` for some rows.
 */

export async function main(): Promise<void> {
	const [flag, asked = ''] = process.argv.slice(2);
	if (flag === '--measure') return await measureHere(asked);
	await runMatrix('docs/reports/faults.md', async (only) => {
		const [results, memory] = await Promise.all([
			runRows(rows.filter(({ name }) => only.test(name))),
			// In a process of its own, beside the others.
			pool(only.test('memory') ? memoryCases : [], 1, measure),
		]);
		return { text: textOf(results, memory), results: [...results, ...memory] };
	});
}

const INTRODUCTION = `# Faults

What the nodes do when a call to the service goes wrong. Written by \`npm run faults -- --write\`,
which brings about each fault in n8n's own engine, over real sockets, against the simulated service.

In each cell stands what happens when the fault hits once, and behind the bar when it stays; without
a bar, the same for both.

- **works**: the right result at the first call.
- **recovers**: the right result after another call, and every user notified exactly once. Without an answer
  for the column names, they are taken from the file, where it tells them.
- **error**: the run fails within bounded time with these words, and passes nothing on; with an error
  output (as in the last column) each user stands there once, and says whether it may have been notified.
- **none**: no rows, since the service said so; with **hint**, a hint has these words.
- **waits**: tries again for 30 minutes, with few calls, and then fails with "too many requests".
- ✓ as expected, ✗ not; in all cells, nobody was notified twice, a job that may have been started twice
  is told of in a hint or in the error, no error, output or hint holds the token, and no other origin
  got it.
`;

const KNOWN_GAP = `"Labelled" is a file with \`Content-Encoding: gzip\`, which n8n's HTTP client (axios) unpacks before the
node sees it. If the service itself has cut such a file short, axios takes it for whole. The node then
finds a row that is cut, but not a cut between two rows or in the last value of a row.
`;

const MEMORY = `## Memory

1 GB of zeros, compressed, as the file of a bulk export: the most that the process may grow by, over
what an ordinary export takes. An output as a file streams.
`;

function textOf(results: FaultResult[], memory: MemoryResult[]): string {
	const markOf = (problems: string[]) => (problems.length === 0 ? '✓' : '✗');
	const cells = rows.flatMap((row) => {
		const own = results.filter((result) => result.row === row);
		const texts = columns.map(({ name }) => {
			const ofColumn = own.filter(({ column }) => column.name === name);
			if (ofColumn.length === 0) return '—';
			const mark = markOf(ofColumn.flatMap(({ problems }) => problems));
			return `${mark} ${expectedOf(row, name)}`;
		});
		return own.length > 0 ? [[row.name, ...texts]] : [];
	});
	const growth = memory.map(({ output, expected, mostGrowth, problems }) => {
		return [output, expected, `${markOf(problems)} ${mostGrowth} MB`];
	});
	const table = tableOf(['Fault', ...columns.map(({ title }) => title)], cells);
	const memoryTable = tableOf(['Output', 'outcome', 'may grow by'], growth);
	return [INTRODUCTION, table, '', KNOWN_GAP, MEMORY, memoryTable, ''].join('\n');
}
