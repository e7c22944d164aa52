import { readdirSync } from 'node:fs';

/** What is open or written: how many of each kind of resource, and the files of n8n's binary data. */
export type Leftovers = Map<string, number>;

/** The servers themselves, and what the process does now and then by itself. */
const NOT_OURS = /^(TCPServerWrap|PipeWrap|Immediate|FSReq.*)$/;
const LONGEST_MS = 1_500;

const pause = async () => await new Promise((resolve) => setTimeout(resolve, 5));

/** The simulated service runs in this process too, so both ends of every socket are seen. */
function present(): Leftovers {
	const folder = process.env.N8N_USER_FOLDER ?? '';
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.parentPath.includes('binary_data'))
		.map(({ name }) => name);
	const resources = process.getActiveResourcesInfo().filter((name) => !NOT_OURS.test(name));
	const counts: Leftovers = new Map();
	for (const name of [...resources, ...files]) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** What is there all the time; Jest has timers of its own that come and go. */
export async function presentBefore(): Promise<Leftovers> {
	let before = present();
	for (let sample = 0; sample < 3; sample++) {
		await pause();
		const lowest = ([name, count]: [string, number]) =>
			[name, Math.min(count, before.get(name) ?? 0)] as const;
		before = new Map([...present()].map(lowest));
	}
	return before;
}

/** What is there more than before, once it is gone or after a while, but for what may stay. */
export async function leftSince(before: Leftovers, mayStay?: RegExp): Promise<string[]> {
	const until = performance.now() + LONGEST_MS;
	const more = () =>
		[...present()]
			.filter(([name, count]) => count > (before.get(name) ?? 0) && !mayStay?.test(name))
			.map(([name]) => name);
	// A closed connection is gone only when both ends have noticed.
	while (more().length > 0 && performance.now() < until) await pause();
	return more();
}
