import * as workflow from 'n8n-workflow';

/** Timers of JavaScript fire at once if they are given more: 24.8 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
const MAX_BUSY_MS = 40;

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * One listener for each signal: hundreds may wait with the same, Node.js warns of more than ten, and up
 * to version 22 `AbortSignal.any` keeps 2.5 KB for each. @returns takes the callback off again
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	let callbacks = callbacksOf.get(signal);
	if (!callbacks) {
		const all = (callbacks = new Set());
		callbacksOf.set(signal, all);
		signal.addEventListener('abort', () => all.forEach((each) => each()), { once: true });
	}
	callbacks.add(callback);
	if (signal.aborted) callback();
	return () => void callbacks.delete(callback);
}

export async function raceAbort<T>(
	signal: AbortSignal,
	work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
	signal.throwIfAborted();
	const own = new AbortController();
	let off = () => {};
	const aborted = new Promise<never>((_, reject) => {
		off = onAbort(signal, () => {
			reject(signal.reason as Error);
			own.abort();
		});
	});
	try {
		return await Promise.race([work(own.signal), aborted]);
	} finally {
		off();
	}
}

/** With a signal of its own, as n8n's sleep may keep its listener, and rejects with what differs by version. */
export async function cancellableSleep(ms: number, signal: AbortSignal): Promise<void> {
	await raceAbort(signal, async (own) => await sleepUntilAborted(Math.min(ms, MAX_TIMER_MS), own));
}

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Of n8n 1.x to 2.33; from 2.35 on it is gone, and `sleep` itself takes the signal. */
const { sleepWithAbort } = workflow as { sleepWithAbort?: Sleep };
const sleepUntilAborted: Sleep = sleepWithAbort ?? workflow.sleep;

/** Lets n8n answer, and hear Stop, during long computations; free until 40 ms have passed. */
export function eventLoopYielder(signal: AbortSignal): () => Promise<void> | undefined {
	let since = performance.now();
	return () => {
		if (performance.now() - since < MAX_BUSY_MS) return undefined;
		return cancellableSleep(0, signal).then(() => {
			since = performance.now();
		});
	};
}
