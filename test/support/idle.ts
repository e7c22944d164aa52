import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const OWN_THREADS = '/proc/self/task';
/** Those of the kernel that deliver bytes on loopback, where a core was too busy to do so at once. */
const KERNEL_THREADS = (existsSync(OWN_THREADS) ? readdirSync('/proc') : [])
	.filter((name) => contentOf(`/proc/${name}/comm`).startsWith('ksoftirqd/'))
	.map((name) => `/proc/${name}/stat`);
/** Requests to the operating system that are under way although no thread of this process runs. */
const UNDER_WAY = /^(FSReq|GetAddrInfo)/;

/** How many events (bytes, connections, finished work of threads) the event loop has handled so far. */
export const handledEvents = (): number => performance.nodeTiming.uvMetricsInfo.events;

/** A program of ours that runs in another process (`forkProgram`) works at a time of its own. */
export const hasOtherProcess = (): boolean =>
	process.env.HAS_PARENT_PROGRAM !== undefined ||
	process.getActiveResourcesInfo().includes('ProcessWrap');

/** @returns whether other threads work for this one, or undefined where the system does not say */
export function hasWork(): boolean | undefined {
	if (process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name))) return true;
	if (!existsSync(OWN_THREADS)) return undefined;
	const main = String(process.pid);
	const others = readdirSync(OWN_THREADS).filter((thread) => thread !== main);
	return [...others.map((thread) => `${OWN_THREADS}/${thread}/stat`), ...KERNEL_THREADS].some(
		// Running, or waiting for a core or a disk.
		(path) => / [RD] /.test(contentOf(path).slice(0, 60)),
	);
}

function contentOf(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
