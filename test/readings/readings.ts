import '../engine/isolateHome';
import { type Cell, runCell } from '../faults/cell';
import { pool, runMatrix } from '../faults/program';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { credentialFor } from '../support/credential';
import { phone } from '../support/notificationsNode';
import type { Service } from '../service/service';
import { groups } from './groups';
import { type Operation, type OperationName, operations, withParameters } from './operations';
import { type Group, type Reading, startFaults } from './reading';

/*
 * What the nodes do however the service reads what the specification leaves open ("not shown"): `npm run
 * readings`, with `-- --only envelope` for some of them. What is expected stands in `groups`:
 *
 * - works: the right result. With hint or shows, these words stand in a hint or in the items.
 * - hint or shows alone: not the right result, but these words in a hint or in the items say so.
 * - short: rows are missing, and nothing in the answers tells. Service > Check finds it.
 * - error: the run fails with this message and says what to do. Nothing is passed on.
 * - one fails: the one user at fault goes to the error output, all others are notified.
 */

interface ReadingCell extends Cell {
	reading: Reading;
	operationName: OperationName;
}

const NAMES = Object.keys(operations) as OperationName[];
/** Most cells mostly wait. */
const AT_ONCE = 64;

export async function main(): Promise<void> {
	await runMatrix(async (only) => {
		const chosen = groups.map((group) => {
			const isChosen = ({ name }: Reading) => only.test(`${group.title} ${name}`);
			return { ...group, readings: group.readings.filter(isChosen) };
		});
		return await pool(chosen.flatMap(cellsOf), AT_ONCE, runCell);
	});
}

function cellsOf({ title, readings }: Group): ReadingCell[] {
	return readings.flatMap((reading) =>
		NAMES.filter((name) => reading.expected[name]).map((operationName) => ({
			reading,
			operationName,
			name: `${title} > ${reading.name} > ${operations[operationName].title}`,
			expected: reading.expected[operationName] ?? '',
			service: { ...reading.service, readings: reading.readings ?? {} },
			takes: [0, 2000],
			arrange: async (service) => await arrange(service, reading, operations[operationName]),
		})),
	);
}

async function arrange(service: Service, reading: Reading, usual: Operation) {
	const { faults = [], notifiedBefore, maxRefused, isQueryForgotten } = reading;
	const ofReading = withParameters(usual, reading.parameters);
	const { queryName } = ofReading.parameters;
	const known = isQueryForgotten ? {} : { queryName };
	const ofJob = () => ({
		jobId: [...service.jobs.keys()][0] ?? '',
		...ofReading.parameters,
		options: { ...known, ...(ofReading.parameters.options as object) },
	});
	if (usual.needsJob) {
		// It was started long ago.
		service.options.statusBetween = undefined;
		await runAnalytics(service, { ...bulkExport({ operation: 'start' }), queryName: queryName! });
		service.requests.length = 0;
	}
	startFaults(reading)(service);
	if (notifiedBefore !== undefined) notifyBefore(service, notifiedBefore);
	return {
		operation: usual.needsJob ? { ...usual, parameters: ofJob() } : ofReading,
		credential: { ...credentialFor(service), ...reading.credential },
		isMet: () => faults.length === 0 || service.requests.some(({ fault }) => fault !== undefined),
		...(maxRefused === undefined ? {} : { maxRefused }),
	};
}

/** An earlier run has notified this user, with the nonce that the operations give. */
function notifyBefore({ ledger, accountId, flowId, clock }: Service, index: number): void {
	const user = { phone: phone(index), nonce: `User ${index}`, params: {}, labels: [] };
	const where = { accountId, flowId, region: 'global' as const };
	ledger.notify({ type: 'welcome', ...user, ...where, time: clock.now() });
}
