import { median } from '../median';

const RUNS = 5;

/**
 * Runs every task in turn, five times after one to warm up.
 *
 * @param tasks functions by name
 * @returns the median in milliseconds by name
 */
export async function medians<Name extends string>(
	tasks: Record<Name, () => unknown>,
): Promise<Record<Name, number>> {
	const all = Object.entries<() => unknown>(tasks);
	const times = new Map(all.map(([name]) => [name, [] as number[]]));
	for (let run = 0; run <= RUNS; run += 1) {
		for (const [name, task] of all) {
			globalThis.gc?.();
			const start = performance.now();
			await task();
			if (run > 0) times.get(name)?.push(performance.now() - start);
		}
	}
	const result = [...times].map(([name, list]) => [name, median(list)]);
	return Object.fromEntries(result) as Record<Name, number>;
}

/** Pieces of 64 KB. */
export function chunksOf<Whole extends string | Uint8Array>(whole: Whole): Whole[] {
	const chunks: Whole[] = [];
	for (let at = 0; at < whole.length; at += 65_536) {
		chunks.push(whole.slice(at, at + 65_536) as Whole);
	}
	return chunks;
}
