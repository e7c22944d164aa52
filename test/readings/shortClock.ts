/*
 * Time that passes so much faster, for whatever waits by timers: two minutes take six seconds. Sockets
 * and dates keep the real time. To be imported before all else.
 */
const SPEED = 20;

const realSetTimeout = globalThis.setTimeout;
const realNow = performance.now.bind(performance);

performance.now = () => realNow() * SPEED;
globalThis.setTimeout = Object.assign(
	(run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
		realSetTimeout(run, ms / SPEED, ...args),
	realSetTimeout,
);

/** Seconds of the real time. */
export function realSeconds(): number {
	return realNow() / 1000;
}

/** Seconds that pass for timers while so many pass in truth. */
export function timerSeconds(seconds: number): number {
	return seconds * SPEED;
}
