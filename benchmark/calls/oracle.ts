export interface Limits {
	callsPerWindow: number;
	windowMs: number;
}

/**
 * The shortest time in which jobs can be run by someone who knows how long they take: three calls
 * each (start, the status that says DONE, the file), never more in a sliding window than allowed.
 * Starting comes first, since jobs work while others wait.
 */
export function oracleMs(
	jobs: number,
	jobMs: number,
	{ callsPerWindow, windowMs }: Limits,
): number {
	const calls: number[] = [];
	const doneAt: number[] = [];
	let known = 0;
	let fetched = 0;
	while (fetched < jobs) {
		const oldest = calls.at(-callsPerWindow);
		const isFull = calls.length >= callsPerWindow && oldest !== undefined;
		let time = Math.max(calls.at(-1) ?? 0, isFull ? oldest + windowMs : 0);
		if (doneAt.length < jobs) {
			doneAt.push(time + jobMs);
		} else if (known > fetched) {
			fetched += 1;
		} else {
			time = Math.max(time, doneAt[known] ?? 0);
			known += 1;
		}
		calls.push(time);
	}
	return calls.at(-1) ?? 0;
}
