import { once } from 'node:events';
import type { Service } from '../service/service';
import { forkProgram } from '../support/program';

/** What the nodes need to know of the service. */
export type Addresses = Pick<
	Service,
	'baseUrl' | 'notificationsUrl' | 'notificationsUrlIndia' | 'token' | 'accountId' | 'flowId'
>;

export interface ServiceProcess {
	addresses: Addresses;
	/** Forgets all requests and jobs. */
	reset(): void;
	close(): Promise<void>;
}

/**
 * Starts the simulated service in a process of its own, since it keeps every request, and its
 * sockets would count as those of the nodes.
 */
export async function startServiceProcess(): Promise<ServiceProcess> {
	const child = forkProgram('test/soak/service.ts');
	const [addresses] = (await once(child, 'message')) as [Addresses];
	return {
		addresses,
		reset: () => child.send('reset'),
		async close() {
			child.disconnect();
			await once(child, 'exit');
		},
	};
}
