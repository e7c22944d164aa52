import type { Fault } from '../service/faults';
import type { ServiceOptions } from '../service/options';
import type { Service } from '../service/service';

/** Where the query of the names never answers. */
const NO_NAMES = 'error: the service did not answer the query';

/** What the fault hits. */
export type ColumnName =
	'query' | 'start' | 'names' | 'status' | 'items' | 'file' | 'notify' | 'notifyWithoutNonce';

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
	| { name: 'notFound' | 'refused' };

/**
 * One fault, and what is expected of each column, written by hand: for a fault that hits once, and
 * behind the bar for one that stays; without a bar, the same for both. `—` makes no sense. The outcomes
 * are those of `OUTCOMES` in `judge.ts`. All seconds are those of `quickWaits`.
 */
export interface Row {
	name: string;
	cause: Cause;
	/** Of columns that have none of their own: those that ask, that fetch a file, that send, and all. */
	expected: Partial<Record<ColumnName | 'asking' | 'files' | 'sending' | 'all', string>>;
	/** Seconds of silence that the node is told to bear, and to wait for a job and its file. */
	requestTimeout?: number;
	maxWait?: number;
	/** Seconds that a cell takes at least, and at most. */
	takes?: [number, number];
}

const GROUPS = {
	query: 'asking',
	start: 'asking',
	status: 'all',
	items: 'files',
	file: 'files',
	notify: 'sending',
	notifyWithoutNonce: 'sending',
} as const;

function expectedOf({ expected }: Row, column: ColumnName): string {
	if (expected[column] !== undefined) return expected[column];
	if (column !== 'names') return expected[GROUPS[column]] ?? expected.all ?? '—';
	// Without the column names that a query gives, the file tells them.
	return expected.all || expected.asking || expected.query ? `recovers | ${NO_NAMES}` : '—';
}

export function expectationsOf(row: Row, column: ColumnName) {
	const [once = '', always = once] = expectedOf(row, column).split(' | ');
	return [
		{ times: 'once', outcome: once },
		{ times: 'always', outcome: always },
	] as const;
}

/** @param cause a fault of the service, or how else it is brought about */
export function row(
	name: string,
	cause: Cause | Fault,
	expected: Row['expected'],
	more: Partial<Row> = {},
): Row {
	return { name, cause: 'kind' in cause ? { fault: cause } : cause, expected, ...more };
}

/** Nobody knows whether users were notified, so those without a nonce are not notified again. */
export function maybeSent(all: string): Row['expected'] {
	return { all, notifyWithoutNonce: 'error: may have been sent' };
}
