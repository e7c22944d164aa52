import type { Fault } from '../service/faults';
import type { ServiceOptions } from '../service/options';
import type { Service } from '../service/service';

/** What the fault hits. */
export type ColumnName =
	'query' | 'start' | 'status' | 'names' | 'items' | 'file' | 'notify' | 'notifyWithoutNonce';

/** How a fault is brought about. */
export type Cause =
	/** By the service itself, as an answer to the column's endpoint, or of the storage behind it. */
	| {
			fault: Fault | ((service: Service) => Fault);
			/** Hits the call before. */
			first?: Fault;
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
 * - `recovers`: the right result after another call, or without its answer
 * - `error: …`: fails with these words in its message, and hands nothing on
 * - `none`: no rows, since the service said so; with `hint: …`, a hint has these words
 * - `waits`: tries again for half an hour, with few calls, and then fails with "too many requests"
 * - `—`: makes no sense here
 *
 * All seconds are those of `quickWaits`.
 */
export interface Row {
	name: string;
	cause: Cause;
	/** Without the column names that a query gives, the file tells them. */
	expected: Record<Exclude<ColumnName, 'names'>, string> & { names?: string };
	/** Seconds of silence that the node is told to bear, and to wait for a job and its file. */
	requestTimeout?: number;
	maxWait?: number;
	/** Seconds that a cell takes at least, and at most. */
	takes?: [number, number];
	/** Runs alone, because it keeps the processor busy. */
	isHeavy?: boolean;
}

export interface Expectation {
	times: 'once' | 'always';
	outcome: string;
}

export function expectedOf({ expected }: Row, column: ColumnName): string {
	return column === 'names' ? (expected.names ?? 'recovers') : expected[column];
}

export function expectationsOf(row: Row, column: ColumnName): Expectation[] {
	const [once = '', always = once] = expectedOf(row, column).split(' | ');
	return [
		{ times: 'once', outcome: once },
		{ times: 'always', outcome: always },
	];
}

export function everywhere(expected: string): Row['expected'] {
	return {
		query: expected,
		start: expected,
		status: expected,
		items: expected,
		file: expected,
		notify: expected,
		notifyWithoutNonce: expected,
	};
}

/** Of a fault that only a file can have. */
export function ofFiles(expected: string): Row['expected'] {
	return { ...everywhere('—'), names: '—', items: expected, file: expected };
}
