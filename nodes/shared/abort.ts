import * as workflow from 'n8n-workflow';

/** 24.8 days. JavaScript fires a timer at once if it is given a longer time. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
/** n8n needs up to four turns of the event loop for an answer, so this lets it answer in about a tenth of a second. */
const MAX_BUSY_MS = 20;

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal is aborted, or at once if it already is.
 *
 * Each signal gets a single listener for all callbacks: hundreds of requests may wait for the same
 * signal, while Node.js warns of more than ten listeners, and up to version 22 `AbortSignal.any` keeps
 * 2.5 KB for each of them.
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	const known = callbacksOf.get(signal);
	const callbacks = known ?? new Set();
	if (!known) {
		callbacksOf.set(signal, callbacks);
		signal.addEventListener('abort', () => callbacks.forEach((call) => call()), { once: true });
	}
	callbacks.add(callback);
	if (signal.aborted) callback();
	return () => {
		callbacks.delete(callback);
	};
}

/**
 * Ends as `work` does, or as soon as the signal is aborted, even if `work` goes on.
 * @param work gets a signal of its own, so that it leaves no listener on the shared one
 * @throws what `work` throws, or the reason of the signal
 */
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

/**
 * n8n's sleep may leave its abort listener behind, and its rejection value differs between versions.
 * Therefore each sleep gets its own AbortController.
 * @throws the reason of the signal
 */
export async function cancellableSleep(ms: number, signal: AbortSignal): Promise<void> {
	await raceAbort(signal, async (own) => await sleepUntilAborted(Math.min(ms, MAX_TIMER_MS), own));
}

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** n8n 1.x to 2.33 have `sleepWithAbort`. From 2.35 on, `sleep` itself takes the signal instead. */
const { sleepWithAbort } = workflow as { sleepWithAbort?: Sleep };
const sleepUntilAborted: Sleep = sleepWithAbort ?? workflow.sleep;

/**
 * For long computations: awaited in their loops, it lets n8n answer and hear Stop every 20 ms. In between
 * it returns undefined, so it costs next to nothing.
 */
export function eventLoopYielder(signal: AbortSignal): () => Promise<void> | undefined {
	let since = performance.now();
	return () => {
		if (performance.now() - since < MAX_BUSY_MS) return undefined;
		return cancellableSleep(0, signal).then(() => {
			since = performance.now();
		});
	};
}
