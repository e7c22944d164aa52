import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const THREADS = '/proc/self/task';
/** Requests to the operating system that are under way although no thread of this process runs. */
const UNDER_WAY = /^(FSReq|GetAddrInfo)/;

/** How many events (bytes, connections, finished work of threads) the event loop has handled so far. */
export const handledEvents = () => performance.nodeTiming.uvMetricsInfo.events;

/** A program of ours that runs in another process (`forkProgram`) works at a time of its own. */
export const hasOtherProcess = () =>
	process.env.HAS_PARENT_PROGRAM !== undefined ||
	process.getActiveResourcesInfo().includes('ProcessWrap');

/** @returns whether other threads work for this one, or undefined where the system does not say */
export function hasWork(): boolean | undefined {
	if (process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name))) return true;
	try {
		const main = String(process.pid);
		return readdirSync(THREADS).some((thread) => thread !== main && isBusy(thread));
	} catch {
		return undefined;
	}
}

/** Running, or waiting for a core or a disk. */
function isBusy(thread: string): boolean {
	try {
		return / [RD] /.test(readFileSync(`${THREADS}/${thread}/stat`, 'latin1').slice(0, 60));
	} catch {
		return false; // it has ended
	}
}
