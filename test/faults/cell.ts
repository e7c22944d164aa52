import type { NodeRun } from '../engine/runNode';
import { credentialFor } from '../nodes/credential';
import { startService, type Service } from '../service/service';
import type { Column } from './columns';
import { type Ending, problemsOf } from './judge';
import { type NameTrouble, withNameTrouble } from './names';
import type { Expectation, Row } from './row';

export interface Cell {
	row: Row;
	column: Column;
	expectation: Expectation;
}

export interface CellResult extends Cell {
	seconds: number;
	/** What is not as expected. */
	problems: string[];
}

/** What the status column says of a job that is not done in time. */
export const WAITED_OUT = 'error: was not done after';

const LIMIT = 20;
const REQUEST_TIMEOUT = 5;
/** Seconds after which a run that goes on waiting is stopped. */
const PATIENCE = 3;
/** Max Wait of a fault that stays and would be waited for, and of all others. */
const SHORT_WAIT = 4;
const LONG_WAIT = 100;

/** Runs one cell, with a service of its own, since n8n's process keeps a limit for each. */
export async function runCell(cell: Cell): Promise<CellResult> {
	const service = await startService();
	try {
		const ending = await runAgainst(service, cell);
		const problems = await problemsOf(ending, { service, ...cell });
		const { row } = cell;
		const limit = row.limit ?? LIMIT;
		if (ending.seconds > limit) problems.push(`took ${ending.seconds} s, more than ${limit}`);
		return { ...cell, seconds: ending.seconds, problems };
	} finally {
		await service.close();
	}
}

async function runAgainst(service: Service, cell: Cell): Promise<Ending> {
	const { column, row, expectation } = cell;
	const trouble = prepare(service, cell);
	const settings = {
		credential: credentialOf(service, cell),
		requestTimeout: row.requestTimeout ?? REQUEST_TIMEOUT,
		maxWait: expectation.outcome === WAITED_OUT ? SHORT_WAIT : LONG_WAIT,
	};
	const started = performance.now();
	return await withNameTrouble(trouble, async () => {
		const { result, stop } = await column.start(service, settings);
		const patience = expectation.outcome === 'waits' ? PATIENCE : (row.limit ?? LIMIT) + PATIENCE;
		const { run, wasStopped } = await untilStopped(result, stop, patience);
		const seconds = Math.round((performance.now() - started) / 100) / 10;
		return { run, wasStopped, seconds, isHit: isHit(service, cell, trouble) };
	});
}

async function untilStopped(result: Promise<NodeRun>, stop: () => void, seconds: number) {
	let wasStopped = false;
	const timer = setTimeout(() => {
		wasStopped = true;
		stop();
	}, seconds * 1000);
	const run = await result.finally(() => clearTimeout(timer));
	return { run, wasStopped };
}

/** Puts the fault in place. */
function prepare(
	service: Service,
	{ row: { cause }, column, expectation }: Cell,
): CountedTrouble | undefined {
	const times = expectation.times === 'once' ? 1 : Infinity;
	const { endpoint, callsBefore } = column;
	if ('name' in cause) {
		return new CountedTrouble(
			cause.name,
			(hits) => hits < times && service.requests.length >= callsBefore,
		);
	}
	if ('fault' in cause) {
		const fault = typeof cause.fault === 'function' ? cause.fault(service) : cause.fault;
		service.faults.add(endpoint, fault, times);
	} else if (isRead(column)) {
		const location = secured(service.storage.url);
		service.faults.add(endpoint, { kind: 'redirect', status: 302, location }, times);
	}
	return undefined;
}

/** Without secure connections of the service, reads meet them by a redirect, posts by the base URL. */
function credentialOf(service: Service, { row: { cause }, column }: Cell) {
	const credential = credentialFor(service);
	const address = (url: string) => {
		if ('name' in cause) return url.replace('127.0.0.1', 'localhost');
		return 'secure' in cause && !isRead(column) ? secured(url) : url;
	};
	return {
		...credential,
		analyticsBaseUrl: address(credential.analyticsBaseUrl),
		notificationsBaseUrl: address(credential.notificationsBaseUrl),
	};
}

function isRead({ endpoint }: Column): boolean {
	return endpoint === 'status' || endpoint === 'download';
}

function secured(url: string): string {
	return url.replace('http:', 'https:');
}

/** A fault that nothing ran into would prove nothing. */
function isHit(service: Service, { row, column }: Cell, trouble?: CountedTrouble): boolean {
	if (trouble) return trouble.hits > 0;
	if ('secure' in row.cause && !isRead(column)) return service.requests.length === 0;
	return service.requests.some(({ fault }) => fault !== undefined);
}

class CountedTrouble implements NameTrouble {
	hits = 0;

	constructor(
		readonly kind: NameTrouble['kind'],
		private readonly hitsNext: (hits: number) => boolean,
	) {}

	isDue(): boolean {
		const isDue = this.hitsNext(this.hits);
		if (isDue) this.hits += 1;
		return isDue;
	}
}
