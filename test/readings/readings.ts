import '../engine/isolateHome';
import { type Cell, runCell } from '../faults/cell';
import type { Verdict } from '../faults/judge';
import { pool, runMatrix, tableOf } from '../faults/program';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { credentialFor } from '../support/credential';
import { phone } from '../support/notificationsNode';
import type { Service } from '../service/service';
import { groups } from './groups';
import { type Operation, type OperationName, operations, withParameters } from './operations';
import { type Group, type Reading, startFaults } from './reading';

/*
 * What the nodes do however the service reads what the specification leaves open: `npm run readings`,
 * with `-- --write` for docs/reports/readings.md, with `-- --only envelope` for some of them.
 */

interface ReadingCell extends Cell {
	reading: Reading;
	operationName: OperationName;
}
type Result = ReadingCell & Verdict;

const NAMES = Object.keys(operations) as OperationName[];
/** Most cells mostly wait. */
const AT_ONCE = 64;

export async function main(): Promise<void> {
	await runMatrix('docs/reports/readings.md', async (only) => {
		const chosen = groups.map((group) => {
			const isChosen = ({ name }: Reading) => only.test(`${group.title} ${name}`);
			return { ...group, readings: group.readings.filter(isChosen) };
		});
		const results = await pool(chosen.flatMap(cellsOf), AT_ONCE, runCell);
		const lines = chosen.flatMap((group) => (group.readings[0] ? linesOf(group, results) : []));
		return { text: [INTRODUCTION, ...lines].join('\n'), results };
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

const INTRODUCTION = `# Readings

The specification of the service leaves much open ("not shown"). This table says what the nodes do if
the service turns out to be so or so. Written by \`npm run readings -- --write\`, which runs each
operation in n8n's own engine, over real sockets, against a simulated service that reads the
specification in that way.

- **works**: the right result. With **hint** or **shows**, these words stand in a hint or in the items.
- **hint** or **shows** alone: not the right result, but these words in a hint or in the items say so.
- **short**: rows are missing, and nothing in the answers tells. Service > Check finds it.
- **error**: the run fails with this message and says what to do. Nothing is handed on.
- **one fails**: the one user at fault goes to the error output, all others are notified.
- ✓ as expected, ✗ not (yet). No other cell may be silently wrong; no output, hint or error holds the token.
`;

function linesOf({ title, section, readings }: Group, results: Result[]): string[] {
	const columns = NAMES.filter((name) => readings.some(({ expected }) => expected[name]));
	const cellOf = (reading: Reading, column: OperationName) => {
		const own = results.find(
			(result) => result.reading === reading && result.operationName === column,
		);
		return own ? `${own.problems.length === 0 ? '✓' : '✗'} ${own.actual}` : '—';
	};
	const header = ['Reading', 'Section', ...columns.map((name) => operations[name].title)];
	const rows = readings.map((reading) => [
		...[reading.name, reading.section ?? section],
		...columns.map((name) => cellOf(reading, name)),
	]);
	return [`## ${title}`, '', tableOf(header, rows), ''];
}
