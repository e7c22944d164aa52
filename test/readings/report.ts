import { line } from '../faults/report';
import type { CellResult } from './cell';
import type { Group, Reading } from './reading';
import { operations } from './operations';

export interface Report {
	text: string;
	problems: string[];
	passed: number;
	failed: number;
}

/** The table as Markdown, and what is not as expected. */
export function report(results: CellResult[], strays: unknown[]): Report {
	const groups = [...new Set(results.map(({ group }) => group))];
	const bad = results.filter(({ problems }) => problems.length > 0);
	return {
		text: [INTRODUCTION, ...groups.flatMap((group) => groupLines(group, results))].join('\n'),
		problems: [
			...bad.map(
				({ group, reading, operation, expected, problems }) =>
					`unexpected: ${group.title} > ${reading.name} > ${operation.title}, expected ${expected}: ${problems.join('; ')}`,
			),
			...strays.map((stray) => `An error that nobody caught: ${String(stray)}`),
		],
		passed: results.length - bad.length,
		failed: bad.length + strays.length,
	};
}

const INTRODUCTION = `# Readings

The specification of the service leaves much open ("not shown"). This table says what the nodes do if
the service turns out to be so or so. Written by \`npm run readings -- --write\`, which runs each
operation in n8n's own engine, over real sockets, against a simulated service that reads the
specification in that way.

- **works**: the right result. With **hint** or **shows**, these words stand in a hint or in the items.
- **hint** or **shows** alone: not the right result, but these words in a hint or in the items say so.
- **short**: rows are missing, and nothing in the answers tells. Service > Check finds it.
- **error**: the run fails with this message and says what to do. Nothing is handed on.
- **one fails**: the one user at fault goes to the error output, all others are notified.
- ✓ as expected, ✗ not (yet). No other cell may be silently wrong; no output, hint or error holds the token.
`;

function groupLines({ title, section, readings }: Group, results: CellResult[]): string[] {
	const columns = operations.filter(({ name }) => readings.some(({ expected }) => expected[name]));
	const header = ['Reading', 'Section', ...columns.map((operation) => operation.title)];
	const cellOf = (reading: Reading, name: string) => {
		const own = results.find(
			(result) => result.reading === reading && result.operation.name === name,
		);
		return own ? `${own.problems.length === 0 ? '✓' : '✗'} ${cellText(own.actual)}` : '—';
	};
	return [
		`## ${title}`,
		'',
		line(header),
		line(header.map(() => '---')),
		...readings
			.filter((reading) => results.some((result) => result.reading === reading))
			.map((reading) =>
				line([
					cellText(reading.name),
					reading.section ?? section,
					...columns.map(({ name }) => cellOf(reading, name)),
				]),
			),
		'',
	];
}

function cellText(text: string): string {
	return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
