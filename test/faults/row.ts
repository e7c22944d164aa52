import type { Fault } from '../service/faults';
import type { ServiceOptions } from '../service/options';
import type { Service } from '../service/service';

/** A file is waited for two minutes once its job is DONE. */
export const LATE_LIMIT = 150;

/** What the fault hits. */
export type ColumnName =
	'query' | 'start' | 'status' | 'items' | 'file' | 'notify' | 'notifyWithoutNonce';

/** How a fault is brought about. */
export type Cause =
	/** By the service itself, as an answer to the column's endpoint, or of the storage behind it. */
	| {
			fault: Fault | ((service: Service) => Fault);
			place?: 'storage';
			/** What kind of service it is. */
			options?: Partial<ServiceOptions>;
	  }
	/** By the name of the host, at the column's call. */
	| { name: 'notFound' | 'refused' }
	/** By https to a port that speaks something else, or has a certificate of its own making. */
	| { secure: 'plainPort' | 'selfSigned' };

/**
 * One fault, and what is expected of each column, written by hand: for a fault that hits once, and
 * behind the bar for one that stays; without a bar, the same for both.
 *
 * - `works`: the right result at the first call, as if nothing had happened
 * - `recovers`: the right result after another call
 * - `error: …`: fails with these words in its message, and hands nothing on
 * - `none`: no rows, since the service said so; with `hint: …`, a hint has these words
 * - `waits`: goes on waiting, with few calls, until the user stops it
 * - `—`: makes no sense here
 */
export interface Row {
	name: string;
	cause: Cause;
	expected: Record<ColumnName, string>;
	/** Seconds of silence that the node is told to bear. */
	requestTimeout?: number;
	/** Seconds that a cell may take. */
	limit?: number;
	/** Runs alone, because it keeps the processor busy. */
	isHeavy?: boolean;
}

export interface Expectation {
	times: 'once' | 'always';
	outcome: string;
}

export function expectationsOf(text: string): Expectation[] {
	const [once = '', always = once] = text.split(' | ');
	return [
		{ times: 'once', outcome: once },
		{ times: 'always', outcome: always },
	];
}
