import { type Operation, operations, withParameters } from '../readings/operations';
import { credentialFor } from '../support/credential';
import type { Endpoint } from '../service/requests';
import type { Service } from '../service/service';
import { type Arrangement, type Cell, runCell } from './cell';
import { pool } from './program';
import { type ColumnName, expectationsOf, type Row } from './row';
import { answerRows } from './rows/answers';
import { connectionRows } from './rows/connection';
import { statusRows } from './rows/statuses';

export const rows: Row[] = [...connectionRows, ...statusRows, ...answerRows];

/** What a node does when the fault hits it, and which call is hit. */
interface Column {
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

const columns: Record<ColumnName, Column> = {
	query: { operation: week, endpoint: 'query', callsBefore: 0 },
	start: { operation: start, endpoint: 'bulkStart', callsBefore: 0 },
	names: { operation: items, endpoint: 'query', callsBefore: 1 },
	status: { operation: items, endpoint: 'status', callsBefore: 2 },
	items: { operation: items, endpoint: 'download', callsBefore: 3 },
	file: { operation: csvFile, endpoint: 'download', callsBefore: 3 },
	notify: { operation: once, endpoint: 'notifications', callsBefore: 0 },
	notifyWithoutNonce: { operation: always, endpoint: 'notifications', callsBefore: 0 },
};

/** What the status column says of a job that is not done in time. */
const WAITED_OUT = 'error: was not done after';
/** Max Wait of a fault that stays and would be waited for, and of all others. */
const [SHORT_WAIT, LONG_WAIT] = [100, 1800];
/** Too many calls are waited for 30 minutes. */
const THROTTLED: Cell['takes'] = [1800, 2600];
const TAKES: Cell['takes'] = [0, 2000];
/** Most cells mostly wait. */
const AT_ONCE = 200;

export async function runRows(chosen: Row[]): Promise<Array<Awaited<ReturnType<typeof runCell>>>> {
	const waitOf = ({ takes }: Cell) => takes[1];
	// The longest first, since nothing can be done beside the last.
	const cells = chosen.flatMap(cellsOf).sort((one, other) => waitOf(other) - waitOf(one));
	return await pool(cells, AT_ONCE, runCell);
}

function cellsOf(row: Row): Cell[] {
	const { cause, maxWait, requestTimeout = 300, takes = TAKES } = row;
	const cells = Object.entries(columns) as Array<[ColumnName, Column]>;
	return cells.flatMap(([columnName, column]) =>
		expectationsOf(row, columnName)
			.filter(({ outcome }) => outcome !== '—')
			.map(({ times, outcome }) => ({
				name: `${row.name} > ${columnName} (${times})`,
				expected: outcome,
				// Calls are counted.
				service: { states: [], ...('fault' in cause ? cause.options : {}) },
				takes: outcome.startsWith('waits') ? THROTTLED : takes,
				arrange: async (service) => {
					const wait = maxWait ?? (outcome === WAITED_OUT ? SHORT_WAIT : LONG_WAIT);
					const { operation, endpoint } = column;
					const isExport = operation.parameters.resource === 'bulkExport';
					const options = isExport ? { maxWait: wait } : {};
					const count = times === 'once' ? 1 : Infinity;
					const addresses = 'name' in cause ? hosts(service) : {};
					return {
						operation: withParameters(operation, { options }),
						credential: { ...credentialFor(service), ...addresses, requestTimeout },
						calls: () => service.requests.filter((one) => one.endpoint === endpoint).length,
						...arrange(service, { cause, column, count }),
					};
				},
			})),
	);
}

type Trouble = Pick<Arrangement, 'isMet' | 'nameTrouble'>;

/** Puts the fault of a cell in place. */
function arrange(
	service: Service,
	{ cause, column, count }: { cause: Row['cause']; column: Column; count: number },
): Trouble {
	const { endpoint, callsBefore } = column;
	if ('fault' in cause) {
		const { fault, place = endpoint } = cause;
		service.faults.add(place, typeof fault === 'function' ? fault(service) : fault, count);
		return { isMet: () => wasFaulty(service) };
	}
	let hits = 0;
	const nameTrouble = () => {
		if (hits >= count || service.requests.length < callsBefore) return undefined;
		hits += 1;
		return cause.name;
	};
	return { isMet: () => hits > 0, nameTrouble };
}

/** By name, since an address has no trouble of its own. */
function hosts({ baseUrl, notificationsUrl }: Service) {
	return {
		analyticsBaseUrl: baseUrl.replace('127.0.0.1', 'localhost'),
		notificationsBaseUrl: notificationsUrl.replace('127.0.0.1', 'localhost'),
	};
}

function wasFaulty({ requests, storage }: Service): boolean {
	return [...requests, ...storage.requests].some(({ fault }) => fault !== undefined);
}
