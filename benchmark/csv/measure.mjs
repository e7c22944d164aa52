import { performance } from 'node:perf_hooks';
import { median } from '../median.mts';

const RUNS = 5;

/**
 * Runs every task in turn, five times after one to warm up.
 *
 * @param tasks functions by name
 * @returns the median in milliseconds by name
 */
export async function medians(tasks) {
	const times = new Map(Object.keys(tasks).map((name) => [name, []]));
	for (let run = 0; run <= RUNS; run++) {
		for (const [name, task] of Object.entries(tasks)) {
			globalThis.gc?.();
			const start = performance.now();
			await task();
			if (run > 0) times.get(name).push(performance.now() - start);
		}
	}
	return Object.fromEntries([...times].map(([name, list]) => [name, median(list)]));
}

/** Pieces of 64 KB. */
export function chunksOf(whole) {
	const chunks = [];
	for (let at = 0; at < whole.length; at += 65_536) chunks.push(whole.slice(at, at + 65_536));
	return chunks;
}
