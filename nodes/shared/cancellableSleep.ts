import * as workflow from 'n8n-workflow';

/** Timers of JavaScript fire at once if they are given more: 24.8 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits some milliseconds, at most {@link MAX_TIMER_MS}, or rejects with the signal's reason as soon as it fires.
 *
 * What n8n's sleep rejects with differs by version, and it may keep its listener: so it gets a signal
 * of its own for each sleep, and is raced against the caller's.
 */
export async function cancellableSleep(
	wanted: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	const ms = Math.min(wanted, MAX_TIMER_MS);
	if (!signal) return await workflow.sleep(ms);
	signal.throwIfAborted();

	const own = new AbortController();
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => {
			reject(signal.reason as Error);
			own.abort();
		};
		signal.addEventListener('abort', onAbort, { once: true });
	});
	try {
		await Promise.race([sleepUntilAborted(ms, own.signal), aborted]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Of n8n 1.x to 2.33; from 2.35 on it is gone, and `sleep` itself takes the signal. */
const { sleepWithAbort } = workflow as { sleepWithAbort?: Sleep };
const sleepUntilAborted: Sleep = sleepWithAbort ?? workflow.sleep;
