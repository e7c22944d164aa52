import { parseArgs } from 'node:util';
import { realSeconds } from '../support/quickWaits';

/** What a cell of a matrix came to. */
interface Result {
	name: string;
	expected: string;
	problems: string[];
}

/** Runs a matrix, with `--only` the cells with such a name, and prints those that are not as expected. */
export async function runMatrix(run: (only: RegExp) => Promise<Result[]>): Promise<void> {
	const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
	const strays: string[] = [];
	for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
		process.on(event, (error) => strays.push(`An error that nobody caught: ${String(error)}`));
	}
	const started = realSeconds();
	const results = await run(new RegExp(values.only, 'i'));
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
