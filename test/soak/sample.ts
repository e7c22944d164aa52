import '../engine/isolateHome';
import { mkdirSync, readdirSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';

/** What a process holds, once everything that can be collected has been. */
export type Sample = Awaited<ReturnType<typeof takeSample>>;

const home = process.env.N8N_USER_FOLDER ?? '';
// Temporary files too, so that those of other processes do not count.
process.env.TMPDIR = join(home, 'tmp');
mkdirSync(process.env.TMPDIR, { recursive: true });

/** Shared by all executions, so that a listener too many would stay for ever. */
const SHARED = [process, http.globalAgent, https.globalAgent, process.stdout, process.stderr];

export async function takeSample(runs: number) {
	await collectGarbage();
	const { heapUsed, rss } = process.memoryUsage();
	const resources = process.getActiveResourcesInfo();
	const countOf = (kind: RegExp) => resources.filter((name) => kind.test(name)).length;
	const listeners = SHARED.flatMap((emitter) =>
		emitter.eventNames().map((name) => emitter.listenerCount(name)),
	);
	const entries = readdirSync(home, { recursive: true, withFileTypes: true });
	return {
		runs,
		heapBytes: heapUsed,
		residentBytes: rss,
		sockets: countOf(/^TCP(Socket|Connect)Wrap$/),
		timers: countOf(/^(Timeout|Immediate)$/),
		listeners: listeners.reduce((sum, count) => sum + count, 0),
		/** Those of n8n and temporary ones, once the output of the runs is deleted. */
		files: entries.filter((entry) => entry.isFile()).length,
	};
}

/** What a run leaves to finalizers needs more than one collection. */
async function collectGarbage(): Promise<void> {
	if (!globalThis.gc) throw new Error('Run it with --expose-gc');
	for (let round = 0; round < 4; round++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		globalThis.gc();
	}
}

/** Bytes of heap per run by least squares, over the second half, when caches are warm. */
export function heapSlope(samples: Sample[]): number {
	const half = samples.slice(Math.floor(samples.length / 2));
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const meanRuns = mean(half.map(({ runs }) => runs));
	const meanHeap = mean(half.map(({ heapBytes }) => heapBytes));
	const above = half.map(({ runs, heapBytes }) => (runs - meanRuns) * (heapBytes - meanHeap));
	const below = half.map(({ runs }) => (runs - meanRuns) ** 2);
	return mean(above) / mean(below);
}
