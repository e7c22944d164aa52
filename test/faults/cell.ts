import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { type Operation, startOperation } from '../readings/operations';
import type { ServiceOptions } from '../service/options';
import { startService, type Service } from '../service/service';
import { judge } from './judge';
import { type NameTrouble, troubles } from './names';

/** One operation of a node against one service, and what is expected of it. */
export interface Cell {
	/** In what is printed when it is not as expected. */
	name: string;
	expected: string;
	service: Partial<ServiceOptions>;
	/** Puts in place what goes wrong. */
	arrange(service: Service): Promise<Arrangement>;
	/** Seconds that it takes at least, and at most. */
	takes: [number, number];
}

export interface Arrangement {
	operation: Operation;
	credential: ICredentialDataDecryptedObject;
	nameTrouble?: NameTrouble | undefined;
	/** Whether the node ran into it: otherwise a cell would prove nothing. */
	isMet(): boolean;
	/** Calls of the endpoint that is hit, where it matters how many they are. */
	calls?(): number;
}

/** Runs one cell, with a service of its own, since n8n's process keeps a limit for each. */
export async function runCell(cell: Cell): Promise<Cell & { problems: string[] }> {
	const service = await startService(cell.service);
	const arrangement = await cell.arrange(service);
	const { operation, credential, nameTrouble } = arrangement;
	const [least, most] = cell.takes;
	try {
		const started = performance.now();
		const start = async () => await startOperation(operation, service, credential);
		const { result, stop } = await troubles.run(nameTrouble, start);
		let wasStopped = false;
		const timer = setTimeout(() => {
			wasStopped = true;
			stop();
		}, 1500 * most);
		const run = await result.finally(() => clearTimeout(timer));
		const seconds = Math.round((performance.now() - started) / 1000);
		const isRight = await operation.isRight({ service, run, parameters: operation.parameters });
		const problems = judge({ service, run, wasStopped, isRight, ...arrangement }, cell.expected);
		if (seconds < least || seconds > most) {
			problems.push(`took ${seconds} s, not ${least} to ${most}`);
		}
		return { ...cell, problems };
	} finally {
		await service.close();
	}
}
