import { type Dirent, readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What is open, and what was written: the number of open resources of each kind, and the files of n8n's binary data.
 * The simulated service runs in this process too, so both ends of every connection count.
 */
export type Leftovers = Map<string, number>;

/** The servers themselves, and what Node opens for itself now and then. */
const NOT_OURS = /^(TCPServerWrap|PipeWrap|Immediate|FSReq.*)$/;
const PAUSE_MS = 5;
/** How long connections may take to close. */
const MAX_WAIT_MS = 1_500;

function openResources(): string[] {
	return process.getActiveResourcesInfo().filter((name) => !NOT_OURS.test(name));
}

const FOLDER = process.env.N8N_USER_FOLDER ?? '';

function storedFiles(): Dirent[] {
	return readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter(
		(entry) => entry.isFile() && entry.parentPath.includes('binary_data'),
	);
}

function countsOf(names: string[]): Leftovers {
	const counts: Leftovers = new Map();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/**
 * What is there all the time. It is looked at several times, because Jest has timers of its own that come and go. What
 * earlier tests have stored is removed, so that a look at the files stays short.
 */
export async function presentBefore(): Promise<Leftovers> {
	for (const { parentPath } of storedFiles()) rmSync(parentPath, { recursive: true, force: true });
	const lowest = countsOf(openResources());
	for (let sample = 0; sample < 3; sample++) {
		await sleep(PAUSE_MS);
		const counts = countsOf(openResources());
		for (const [name, count] of lowest) {
			lowest.set(name, Math.min(count, counts.get(name) ?? 0));
		}
	}
	return lowest;
}

/**
 * Waits until there is no more than before, except for what may stay.
 *
 * @returns the names of what is still left after a while
 */
export async function leftSince(before: Leftovers, mayStay?: RegExp): Promise<string[]> {
	const deadline = performance.now() + MAX_WAIT_MS;
	const moreOf = (names: string[]) =>
		[...countsOf(names)]
			.filter(([name, count]) => count > (before.get(name) ?? 0) && !mayStay?.test(name))
			.map(([name]) => name);
	// It takes long to look for files, so they are looked for once the connections are closed.
	const findMore = () => {
		const open = moreOf(openResources());
		return open.length > 0 ? open : moreOf(storedFiles().map(({ name }) => name));
	};
	let more = findMore();
	// A closed connection is only gone when both of its ends have noticed.
	while (more.length > 0 && performance.now() < deadline) {
		await sleep(PAUSE_MS);
		more = findMore();
	}
	return more;
}
