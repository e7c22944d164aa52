import { type Operation, operations, withParameters } from '../readings/operations';
import { credentialFor } from '../support/credential';
import type { Endpoint } from '../service/requests';
import type { Service } from '../service/service';
import { type Arrangement, type Cell, runCell } from './cell';
import type { Verdict } from './judge';
import { pool } from './program';
import { type ColumnName, expectationsOf, type Row } from './row';
import { answerRows } from './rows/answers';
import { compressionRows } from './rows/compression';
import { connectionRows } from './rows/connection';
import { statusRows, tooManyCallsRows } from './rows/statuses';

export const rows: Row[] = [
	...connectionRows,
	...statusRows,
	...tooManyCallsRows,
	...answerRows,
	...compressionRows,
];

/** What a node does when the fault hits it, and which call is hit. */
interface Column {
	name: ColumnName;
	title: string;
	operation: Operation;
	endpoint: Endpoint;
	/** Calls that are made before the one that is hit. */
	callsBefore: number;
}

const { query, run, file, start, notify, notifyWithoutNonce } = operations;
const week = withParameters(query, { dateRange: 'lastDays', days: 7 });
const items = withParameters(run, { options: { convertTypes: true } });
const csvFile = withParameters(file, { options: { convertTypes: true } });
const once = withParameters(notify, { sendOnce: 'perDay' });
const always: Operation = { ...notifyWithoutNonce, onError: 'continueErrorOutput' };

export const columns: Column[] = (
	[
		['query', 'query', week, 'query', 0],
		['start', 'bulk start', start, 'bulkStart', 0],
		['names', 'column names', items, 'query', 1],
		['status', 'status', items, 'status', 2],
		['items', 'download to items', items, 'download', 3],
		['file', 'download to file', csvFile, 'download', 3],
		['notify', 'notification', once, 'notifications', 0],
		['notifyWithoutNonce', 'notification without nonce', always, 'notifications', 0],
	] as const
).map(([name, title, operation, endpoint, callsBefore]) => ({
	name,
	title,
	operation,
	endpoint,
	callsBefore,
}));

interface FaultCell extends Cell {
	row: Row;
	column: Column;
}
export type FaultResult = FaultCell & Verdict;

/** What the status column says of a job that is not done in time. */
const WAITED_OUT = 'error: was not done after';
/** Max Wait of a fault that stays and would be waited for, and of all others. */
const [SHORT_WAIT, LONG_WAIT] = [100, 1800];
/** Too many calls are waited for 30 minutes. */
const THROTTLED: Cell['takes'] = [1800, 2600];
const TAKES: Cell['takes'] = [0, 2000];
/** Most cells mostly wait. */
const AT_ONCE = 200;

/** Runs all cells of the rows: those that need the processor one by one, beside the others. */
export async function runRows(chosen: Row[]): Promise<FaultResult[]> {
	const cells = chosen.flatMap(cellsOf);
	const waitOf = ({ takes }: Cell) => takes[1];
	const heavy = cells.filter(({ row }) => row.isHeavy);
	const light = cells.filter(({ row }) => !row.isHeavy);
	// The longest first, since nothing can be done beside the last.
	light.sort((one, other) => waitOf(other) - waitOf(one));
	return (await Promise.all([pool(light, AT_ONCE, runCell), pool(heavy, 1, runCell)])).flat();
}

function cellsOf(row: Row): FaultCell[] {
	const { cause, maxWait, requestTimeout = 300, takes = TAKES } = row;
	return columns.flatMap((column) =>
		expectationsOf(row, column.name)
			.filter(({ outcome }) => outcome !== '—')
			.map(({ times, outcome }) => ({
				row,
				column,
				name: `${row.name} > ${column.title} (${times})`,
				expected: outcome,
				// Calls are counted.
				service: { statusBetween: undefined, ...('fault' in cause ? cause.options : {}) },
				takes: outcome.startsWith('waits') ? THROTTLED : takes,
				arrange: async (service) => {
					const wait = maxWait ?? (outcome === WAITED_OUT ? SHORT_WAIT : LONG_WAIT);
					const { operation, endpoint } = column;
					const isExport = operation.parameters.resource === 'bulkExport';
					const options = isExport ? { maxWait: wait } : {};
					const usual: Arrangement = {
						operation: withParameters(operation, { options }),
						credential: { ...credentialFor(service), requestTimeout },
						isMet: () => wasFaulty(service),
						calls: () => service.requests.filter((one) => one.endpoint === endpoint).length,
					};
					const count = times === 'once' ? 1 : Infinity;
					return { ...usual, ...arrange(service, usual, { cause, column, count }) };
				},
			})),
	);
}

/** Puts the fault of a cell in place. @returns what is otherwise than usual */
function arrange(
	service: Service,
	{ credential }: Arrangement,
	{ cause, column, count }: { cause: Row['cause']; column: Column; count: number },
): Partial<Arrangement> {
	const { endpoint, callsBefore } = column;
	if ('name' in cause) {
		let hits = 0;
		const isDue = () => {
			const isHit = hits < count && service.requests.length >= callsBefore;
			if (isHit) hits += 1;
			return isHit;
		};
		return {
			credential: {
				...credential,
				analyticsBaseUrl: service.baseUrl.replace('127.0.0.1', 'localhost'),
				notificationsBaseUrl: service.notificationsUrl.replace('127.0.0.1', 'localhost'),
			},
			nameTrouble: { kind: cause.name, isDue },
			isMet: () => hits > 0,
		};
	}
	const { fault, place = endpoint } = cause;
	service.faults.add(place, typeof fault === 'function' ? fault(service) : fault, count);
	return {};
}

function wasFaulty({ requests, storage }: Service): boolean {
	return [...requests, ...storage.requests].some(({ fault }) => fault !== undefined);
}
