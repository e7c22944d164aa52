import type { CellResult } from './cell';
import { columns } from './columns';
import type { MemoryResult } from './memory';
import { type ColumnName, expectedOf, type Row } from './row';

export interface Report {
	text: string;
	problems: string[];
	passed: number;
	failed: number;
}

export interface Outcomes {
	results: CellResult[];
	memory: MemoryResult[];
	/** Errors that nobody caught. */
	strays: unknown[];
}

/** The matrix as Markdown, and what is not as expected. */
export function report({ results, memory, strays }: Outcomes): Report {
	const rows = [...new Set(results.map(({ row }) => row))];
	const header = ['Fault', ...columns.map(({ title }) => title)];
	const lines = [
		line(header),
		line(header.map(() => '---')),
		...rows.map((row) =>
			line([row.name, ...columns.map(({ name }) => cellText(row, name, results))]),
		),
	];
	const bad = results.filter(({ problems }) => problems.length > 0);
	const badMemory = memory.filter(({ problems }) => problems.length > 0);
	return {
		text: [INTRODUCTION, ...lines, '', KNOWN_GAP, MEMORY, ...memoryLines(memory), ''].join('\n'),
		problems: [
			...bad.map(
				({ row, column, expectation, problems }) =>
					`${row.name} > ${column.title} (${expectation.times}), expected ${expectation.outcome}: ${problems.join('; ')}`,
			),
			...badMemory.map(({ output, problems }) => `Memory, ${output}: ${problems.join('; ')}`),
			...strays.map((stray) => `An error that nobody caught: ${String(stray)}`),
		],
		passed: results.length - bad.length + memory.length - badMemory.length,
		failed: bad.length + badMemory.length + strays.length,
	};
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

function memoryLines(memory: MemoryResult[]): string[] {
	const header = ['Output', 'outcome', 'may grow by'];
	return [
		line(header),
		line(header.map(() => '---')),
		...memory.map(({ output, expected, mostGrowth, problems }) => {
			const mark = problems.length === 0 ? '✓' : '✗';
			return line([output, expected, `${mark} ${mostGrowth} MB`]);
		}),
	];
}

function cellText(row: Row, column: ColumnName, results: CellResult[]): string {
	const expected = expectedOf(row, column);
	const own = results.filter((result) => result.row === row && result.column.name === column);
	if (own.length === 0) return '—';
	const isGood = own.every(({ problems }) => problems.length === 0);
	return `${isGood ? '✓' : '✗'} ${expected.replace(' | ', ' \\| ')}`;
}

/** One line of a Markdown table. */
export function line(cells: string[]): string {
	return `| ${cells.join(' | ')} |`;
}
