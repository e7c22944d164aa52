import { createHash } from 'node:crypto';
import { CallLimiter } from './callLimiter';
import { cancellableSleep } from '../cancellableSleep';
import type { Connection } from '../credential/connection';

export type CallMode = 'synchronous' | 'bulk';

/** A minute, and a little more for clocks that go differently. */
const WINDOW_MS = 60_250;

const limiters = new Map<string, CallLimiter>();

/**
 * The limiter of a credential and mode, shared by all items and executions of this n8n process.
 * Two credentials with the same token share it, since the service counts for the token.
 */
export function limiterFor({ token, analyticsBaseUrl }: Connection, mode: CallMode): CallLimiter {
	const account = createHash('sha256').update(`${analyticsBaseUrl()} ${token}`).digest('hex');
	const key = `${mode} ${account}`;
	const known = limiters.get(key);
	if (known) return known;
	const limiter = new CallLimiter({
		now: () => performance.now(),
		sleep: cancellableSleep,
		windowMs: WINDOW_MS,
	});
	limiters.set(key, limiter);
	return limiter;
}
