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

const REQUEST_TIMEOUT = 300;
/** Max Wait of a fault that stays and would be waited for, and of all others. */
const [SHORT_WAIT, LONG_WAIT] = [100, 1800];
/** What a cell takes: it is stopped after it. */
const TAKES: [number, number] = [0, 2000];
/** Too many calls are waited for 30 minutes. */
const THROTTLED: [number, number] = [1800, 2600];

/** Runs one cell, with a service of its own, since n8n's process keeps a limit for each. */
export async function runCell(cell: Cell): Promise<CellResult> {
	const { row, column, expectation } = cell;
	const service = await startService('fault' in row.cause ? row.cause.options : {});
	const times = expectation.times === 'once' ? 1 : Infinity;
	const arrangement = await arrange({ service, row, column, times });
	const [least, most] = expectation.outcome === 'waits' ? THROTTLED : (row.takes ?? TAKES);
	try {
		const ending = await runAgainst(service, cell, { ...arrangement, most });
		const problems = await problemsOf(ending, { service, ...cell });
		const { seconds } = ending;
		if (seconds < least || seconds > most) {
			problems.push(`took ${seconds} s, not ${least} to ${most}`);
		}
		return { ...cell, seconds, problems };
	} finally {
		await arrangement.close();
		await service.close();
	}
}

async function runAgainst(
	service: Service,
	{ column, row, expectation }: Cell,
	{ credential, nameTrouble, isHit, most }: Arrangement & { most: number },
): Promise<Ending> {
	const { requestTimeout = REQUEST_TIMEOUT } = row;
	const isWaitedOut = expectation.outcome === WAITED_OUT;
	const maxWait = row.maxWait ?? (isWaitedOut ? SHORT_WAIT : LONG_WAIT);
	const started = performance.now();
	return await withNameTrouble(nameTrouble, async () => {
		const { result, stop } = await column.start(service, {
			credential: { ...credential, requestTimeout },
			maxWait,
		});
		const { run, wasStopped } = await untilStopped(result, stop, 1.5 * most);
		const seconds = Math.round((performance.now() - started) / 1000);
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
