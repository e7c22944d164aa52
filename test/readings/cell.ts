import { untilStopped } from '../faults/cell';
import { phone } from '../support/notificationsNode';
import { type Service, startService } from '../service/service';
import { judge, type Verdict } from './judge';
import type { Operation } from './operations';
import type { Group, Reading } from './reading';

export interface Cell {
	group: Group;
	reading: Reading;
	operation: Operation;
	expected: string;
}

export type CellResult = Cell & Verdict;

/** Seconds after which a run is stopped, as waits count them. */
const LIMIT = 3000;

/** Runs one operation against a service that reads the specification in one way. */
export async function runCell(cell: Cell): Promise<CellResult> {
	const { reading, operation, expected } = cell;
	const service = await startService({ ...reading.service, readings: reading.readings ?? {} });
	try {
		const prepared = (await operation.prepare?.(service, reading)) ?? reading;
		for (const { endpoint, fault, times } of reading.faults ?? []) {
			service.faults.add(endpoint, fault, times);
		}
		if (reading.notifiedBefore !== undefined) notifyBefore(service, reading.notifiedBefore);
		const { result, stop } = await operation.start(service, prepared);
		const { run, wasStopped } = await untilStopped(result, stop, LIMIT);
		const parameters = operation.parameters(reading);
		const isRight = await operation.isRight({ service, run, parameters });
		const verdict = judge({ service, run, isRight, wasStopped }, expected);
		verdict.problems.push(...requestProblems(service, reading));
		return { ...cell, ...verdict };
	} finally {
		await service.close();
	}
}

/** An earlier run has notified this user, with the nonce that the operations give. */
function notifyBefore(service: Service, index: number): void {
	service.ledger.notify({
		phone: phone(index),
		nonce: `User ${index}`,
		type: 'welcome',
		params: {},
		labels: [],
		accountId: service.accountId,
		flowId: service.flowId,
		region: 'global',
		time: service.clock.now(),
	});
}

function requestProblems(
	{ requests }: Service,
	{ faults, maxRefused = Infinity }: Reading,
): string[] {
	const isMet = !faults || requests.some(({ fault }) => fault !== undefined);
	const refused = requests.filter(({ status = 0 }) => status >= 400).length;
	return [
		...(isMet ? [] : ['the service was not asked what it answers otherwise']),
		...(refused <= maxRefused ? [] : [`${refused} requests were refused, not ${maxRefused}`]),
	];
}
