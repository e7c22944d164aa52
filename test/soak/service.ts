import { once } from 'node:events';
import { startService } from '../service/service';
import { type Addresses, addressesOf } from '../support/credential';
import { forkProgram } from '../support/program';

/** The simulated service, for the process that has started this one: tells it the addresses. */
export async function main(): Promise<void> {
	const service = await startService({ rows: 200, refusesOneIn: 0 });
	process.on('message', () => service.reset());
	process.on('disconnect', () => void service.close());
	process.send?.(addressesOf(service));
}

/**
 * Starts it in a process of its own, since it keeps every request, and its sockets would count as those
 * of the nodes.
 */
export async function startServiceProcess() {
	const child = forkProgram('test/soak/service.ts');
	const [addresses] = (await once(child, 'message')) as [Addresses];
	return {
		addresses,
		/** Forgets all requests and jobs. */
		reset: () => child.send('reset'),
		async close() {
			child.disconnect();
			await once(child, 'exit');
		},
	};
}
