import '../engine/isolateHome';
import { type Arrangement, type Cell, runCell } from '../faults/cell';
import { pool, runMatrix } from '../faults/program';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { credentialFor } from '../support/credential';
import type { Service } from '../service/service';
import { columns } from './groups/columns';
import { dates } from './groups/dates';
import { departures } from './groups/departures';
import { exports } from './groups/exports';
import { responses } from './groups/responses';
import { type Operation, type OperationName, operations, withParameters } from './operations';
import type { Group, Reading } from './reading';

/*
 * What the nodes do however the service reads what the specification leaves open, and where it departs from
 * what the specification shows: `npm run readings`, with `-- --only dates` for some of them.
 *
 * - works: the right result.
 * - error: the run fails with these words and says what to do. Nothing is passed on.
 */

const groups = [responses, dates, exports, columns, departures];
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
			name: `${title} > ${reading.name} > ${operation}`,
			expected: reading.expected[operation] ?? '',
			service: { ...reading.service, readings: reading.readings ?? {} },
			takes: [0, 2000],
			arrange: async (service) => await arrange(service, reading, operations[operation]),
		})),
	);
}

async function arrange(
	service: Service,
	{ parameters, faults = [], credential }: Reading,
	usual: Operation,
): Promise<Arrangement> {
	const operation = withParameters(usual, parameters);
	if (operation.needsJob) {
		// It was started long ago.
		service.options.states = [];
		const { queryName } = operation.parameters;
		await runAnalytics(service, { ...bulkExport({ operation: 'start' }), queryName: queryName! });
		service.requests.length = 0;
		const [jobId = ''] = service.jobs.keys();
		operation.parameters = { ...operation.parameters, jobId };
	}
	for (const { endpoint, fault, times } of faults) service.faults.add(endpoint, fault, times);
	return {
		operation,
		credential: { ...credentialFor(service), ...credential },
		isMet: () => faults.length === 0 || service.requests.some(({ fault }) => fault !== undefined),
	};
}
