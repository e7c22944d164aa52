import http from 'node:http';
import https from 'node:https';
import { ownFiles } from './ownFolders';

/** What a process holds, once everything that can be collected has been. */
export interface Sample {
	runs: number;
	heapBytes: number;
	residentBytes: number;
	sockets: number;
	timers: number;
	/** On the objects that all executions share. */
	listeners: number;
	/** Those of n8n and temporary ones, once the output of the runs is deleted. */
	files: number;
}

/** Shared by all executions, so that a listener too many would stay for ever. */
const SHARED = [process, http.globalAgent, https.globalAgent, process.stdout, process.stderr];

export async function takeSample(runs: number): Promise<Sample> {
	await collectGarbage();
	const { heapUsed, rss } = process.memoryUsage();
	const resources = process.getActiveResourcesInfo();
	return {
		runs,
		heapBytes: heapUsed,
		residentBytes: rss,
		sockets: resources.filter((name) => /^TCP(Socket|Connect)Wrap$/.test(name)).length,
		timers: resources.filter((name) => /^(Timeout|Immediate)$/.test(name)).length,
		listeners: SHARED.flatMap((emitter) =>
			emitter.eventNames().map((name) => emitter.listenerCount(name)),
		).reduce((sum, count) => sum + count, 0),
		files: ownFiles(),
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
