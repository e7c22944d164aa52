import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { realSeconds } from '../support/quickWaits';

/** The report of a matrix, and what each of its cells came to. */
interface Report {
	text: string;
	results: Array<{ name: string; expected: string; problems: string[] }>;
}

/** Runs a matrix and prints its report; with `--write` into the file, with `--only` those with such a name. */
export async function runMatrix(
	file: string,
	run: (only: RegExp) => Promise<Report>,
): Promise<void> {
	const { values } = parseArgs({
		options: {
			write: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
		},
	});
	const strays: string[] = [];
	for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
		process.on(event, (error) => strays.push(`An error that nobody caught: ${String(error)}`));
	}
	const started = realSeconds();
	const { text, results } = await run(new RegExp(values.only, 'i'));
	console.log(text);
	if (values.write) writeFileSync(file, text);
	const bad = results.filter(({ problems }) => problems.length > 0);
	for (const { name, expected, problems } of bad) {
		console.log(`unexpected: ${name}, expected ${expected}: ${problems.join('; ')}`);
	}
	for (const stray of strays) console.log(stray);
	console.log(`Took ${Math.round(realSeconds() - started)} s.`);
	const failed = bad.length + strays.length;
	console.log(`${results.length - bad.length} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

/** Runs tasks, at most `size` at the same time, and gives their results in the order of the tasks. */
export async function pool<T, R>(
	elements: readonly T[],
	size: number,
	task: (element: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const waiting = elements.entries();
	const work = async () => {
		for (const [at, element] of waiting) results[at] = await task(element);
	};
	await Promise.all(Array.from({ length: size }, work));
	return results;
}

/** A table of Markdown. */
export function tableOf(header: string[], rows: string[][]): string {
	const plain = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
	return [header, header.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.map(plain).join(' | ')} |`)
		.join('\n');
}
