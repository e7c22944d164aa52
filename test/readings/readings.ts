import '../engine/isolateHome';
import { type Arrangement, type Cell, runCell } from '../faults/cell';
import { pool, runMatrix } from '../faults/program';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { credentialFor } from '../support/credential';
import { phone } from '../support/notificationsNode';
import type { Service } from '../service/service';
import { columns } from './groups/columns';
import { dates } from './groups/dates';
import { departures } from './groups/departures';
import { exports } from './groups/exports';
import { notifications } from './groups/notifications';
import { envelope, refusals } from './groups/queries';
import { type Operation, type OperationName, operations, withParameters } from './operations';
import type { Group, Reading } from './reading';

/*
 * What the nodes do however the service reads what the specification leaves open, and where it departs from
 * what the specification shows: `npm run readings`, with `-- --only envelope` for some of them.
 *
 * - works: the right result. With shows, these words stand in the items.
 * - hint: not the right result, but a hint with these words says so.
 * - short: rows are missing, and nothing in the responses tells. Service > Check finds it.
 * - error: the run fails with these words and says what to do. Nothing is passed on.
 * - one fails: the one user at fault goes to the error output, all others are notified.
 */

const groups = [envelope, refusals, dates, exports, columns, notifications, departures];
const NAMES = Object.keys(operations) as OperationName[];
/** Most cells mostly wait. */
const AT_ONCE = 64;

export async function main(): Promise<void> {
	await runMatrix(async (only) => {
		const cells = groups.flatMap(cellsOf).filter(({ name }) => only.test(name));
		return await pool(cells, AT_ONCE, runCell);
	});
}

function cellsOf({ title, readings }: Group): Cell[] {
	return readings.flatMap((reading) =>
		NAMES.filter((name) => reading.expected[name]).map((operation) => ({
			name: `${title} > ${reading.name} > ${operations[operation].title}`,
			expected: reading.expected[operation] ?? '',
			service: { ...reading.service, readings: reading.readings ?? {} },
			takes: [0, 2000],
			arrange: async (service) => await arrange(service, reading, operations[operation]),
		})),
	);
}

async function arrange(
	service: Service,
	{ parameters, faults = [], notifiedBefore, credential }: Reading,
	usual: Operation,
): Promise<Arrangement> {
	const operation = withParameters(usual, parameters);
	if (operation.needsJob) {
		// It was started long ago.
		service.options.statusBetween = undefined;
		const { queryName } = operation.parameters;
		await runAnalytics(service, { ...bulkExport({ operation: 'start' }), queryName: queryName! });
		service.requests.length = 0;
		const [jobId = ''] = service.jobs.keys();
		operation.parameters = { ...operation.parameters, jobId };
	}
	for (const { endpoint, fault, times } of faults) service.faults.add(endpoint, fault, times);
	if (notifiedBefore !== undefined) notifyBefore(service, notifiedBefore);
	return {
		operation,
		credential: { ...credentialFor(service), ...credential },
		isMet: () => faults.length === 0 || service.requests.some(({ fault }) => fault !== undefined),
	};
}

/** An earlier run has notified this user, with the nonce that the operations give. */
function notifyBefore({ ledger, accountId, flowId, clock }: Service, index: number): void {
	const user = { phone: phone(index), nonce: `User ${index}`, params: {}, labels: [] };
	const where = { accountId, flowId, region: 'global' as const };
	ledger.notify({ type: 'welcome', ...user, ...where, time: clock.now() });
}
