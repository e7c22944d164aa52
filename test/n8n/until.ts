import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../tools/childProcess';

/** How long to wait, unless it is said otherwise. It only guards against hanging: a busy machine is slow. */
const LIMIT_MS = 300_000;
const PAUSE_MS = 100;

export interface UntilOptions {
	/** If this program ends, there is nothing left to wait for. */
	child?: Child;
	limitMs?: number;
}

/**
 * Asks again and again until there is an answer. False, undefined and an error mean "not yet".
 *
 * @throws Error that says what was waited for, with the end of what the child printed
 */
export async function until<T>(
	what: string,
	ask: () => T | Promise<T>,
	{ child, limitMs = LIMIT_MS }: UntilOptions = {},
): Promise<Exclude<T, false | undefined>> {
	const deadline = Date.now() + limitMs;
	let hasEnded = false;
	void child?.ended.then(() => {
		hasEnded = true;
	});
	for (;;) {
		let lastError: unknown;
		try {
			const answer = await ask();
			if (answer) return answer as Exclude<T, false | undefined>;
		} catch (error) {
			lastError = error;
		}
		if (hasEnded || Date.now() > deadline) {
			const printed = child?.output().slice(-3000) ?? '';
			throw new Error(`Waited in vain for: ${what}\n${printed}`, { cause: lastError });
		}
		await sleep(PAUSE_MS);
	}
}
