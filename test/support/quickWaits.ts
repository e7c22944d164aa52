import { ClientRequest } from 'node:http';
import type { performance as nodePerformance } from 'node:perf_hooks';

/*
 * Waiting passes a hundred times faster here, computing does not: so a busy machine changes nothing. It
 * holds for all that waits half a second or more (timers and time-outs of requests), and for
 * `performance.now()`, by which waits are measured. Shorter waits are those that a test has chosen. Dates
 * keep the real time. To be imported before a run.
 */
const SPEED = 100;
const MIN_MS = 500;
/** A timer looks so many times whether its time has come. */
const LOOKS = 16;

const real = performance as typeof performance & typeof nodePerformance;
const realSetTimeout = globalThis.setTimeout;

const now = () => real.now() + real.eventLoopUtilization().idle * (SPEED - 1);

function quickTimeout(run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
	if (ms < MIN_MS) return realSetTimeout(run, ms, ...args);
	const due = now() + ms;
	const timer = realSetTimeout(
		() => {
			if (now() < due) timer.refresh();
			else run(...args);
		},
		ms / SPEED / LOOKS,
	);
	return timer;
}
globalThis.setTimeout = Object.assign(quickTimeout, realSetTimeout);

AbortSignal.timeout = (ms) => {
	const late = new AbortController();
	const abort = () => late.abort(new DOMException('It took too long', 'TimeoutError'));
	quickTimeout(abort, ms).unref();
	return late.signal;
};

// An object of its own: the other one is shared with other test files.
Object.defineProperty(globalThis, 'performance', {
	value: Object.create(real, { now: { value: now } }) as Performance,
	configurable: true,
});

/** Core modules are shared by all test files of a process, so this is done once. */
const DONE = Symbol.for('quickWaits');
const { prototype } = ClientRequest;
if (!(DONE in prototype)) {
	const realTimeout = prototype.setTimeout;
	prototype.setTimeout = function (ms, onTimeout) {
		if (ms < MIN_MS || !onTimeout) return realTimeout.call(this, ms, onTimeout);
		const timer = quickTimeout(onTimeout, ms);
		const clear = () => clearTimeout(timer);
		return this.once('response', clear).once('close', clear);
	};
	Object.assign(prototype, { [DONE]: true });
}

/** Seconds of the real time. */
export function realSeconds(): number {
	return real.now() / 1000;
}
