import { sleep } from 'n8n-workflow';

/** Timers of JavaScript fire at once if they are given more: 24.8 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits some milliseconds, at most {@link MAX_TIMER_MS}, or rejects with the signal's reason as soon as it fires.
 *
 * n8n's `sleep` takes the signal since 2.x only; older versions ignore it. So the sleep is raced
 * against the signal, and the listener is taken off again after each sleep.
 */
export async function cancellableSleep(
	wanted: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	const ms = Math.min(wanted, MAX_TIMER_MS);
	if (!signal) return await sleep(ms);
	signal.throwIfAborted();

	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal.reason as Error);
		signal.addEventListener('abort', onAbort, { once: true });
	});
	try {
		await Promise.race([sleepUntilAborted(ms, signal), aborted]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}

const sleepUntilAborted: (ms: number, signal: AbortSignal) => Promise<void> = sleep;
