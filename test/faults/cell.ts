import type { NodeRun } from '../engine/runNode';
import { startService, type Service } from '../service/service';
import { type Arrangement, arrange } from './arrange';
import type { Column } from './columns';
import { type Ending, problemsOf } from './judge';
import { withNameTrouble } from './names';
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
const PATIENCE = 6;
/** Max Wait of a fault that stays and would be waited for, and of all others. */
const SHORT_WAIT = 4;
const LONG_WAIT = 100;

/** Runs one cell, with a service of its own, since n8n's process keeps a limit for each. */
export async function runCell(cell: Cell): Promise<CellResult> {
	const { row, column, expectation } = cell;
	const service = await startService('fault' in row.cause ? row.cause.options : {});
	const times = expectation.times === 'once' ? 1 : Infinity;
	const arrangement = await arrange({ service, row, column, times });
	try {
		const ending = await runAgainst(service, cell, arrangement);
		const problems = await problemsOf(ending, { service, ...cell });
		const limit = row.limit ?? LIMIT;
		if (ending.seconds > limit) problems.push(`took ${ending.seconds} s, more than ${limit}`);
		return { ...cell, seconds: ending.seconds, problems };
	} finally {
		await arrangement.close();
		await service.close();
	}
}

async function runAgainst(
	service: Service,
	{ column, row, expectation }: Cell,
	{ credential, nameTrouble, isHit }: Arrangement,
): Promise<Ending> {
	const settings = {
		credential,
		requestTimeout: row.requestTimeout ?? REQUEST_TIMEOUT,
		maxWait: expectation.outcome === WAITED_OUT ? SHORT_WAIT : LONG_WAIT,
	};
	const patience = expectation.outcome === 'waits' ? PATIENCE : (row.limit ?? LIMIT) + PATIENCE;
	const started = performance.now();
	return await withNameTrouble(nameTrouble, async () => {
		const { result, stop } = await column.start(service, settings);
		const { run, wasStopped } = await untilStopped(result, stop, patience);
		const seconds = Math.round((performance.now() - started) / 100) / 10;
		return { run, wasStopped, seconds, isHit: isHit() };
	});
}

/** Presses Stop after some seconds. */
export async function untilStopped(result: Promise<NodeRun>, stop: () => void, seconds: number) {
	let wasStopped = false;
	const timer = setTimeout(() => {
		wasStopped = true;
		stop();
	}, seconds * 1000);
	const run = await result.finally(() => clearTimeout(timer));
	return { run, wasStopped };
}
