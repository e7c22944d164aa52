import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startService, type Service } from '../service/service';
import { ROWS } from './rows';

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

const ROLE = 'SOAK_ROLE';

/** True in the process that `startServiceProcess` starts, which must then call `serve`. */
export const isServiceProcess = process.env[ROLE] === 'service';

/**
 * Starts this same program once more, as the simulated service. In a process of its own, since it
 * keeps every request, and its sockets would count as those of the nodes.
 */
export async function startServiceProcess(): Promise<ServiceProcess> {
	const child = fork(process.argv[1] ?? '', [], { env: { ...process.env, [ROLE]: 'service' } });
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

export async function serve(): Promise<void> {
	const service = await startService({ rows: ROWS, jobDurationMs: 0 });
	const { baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId } = service;
	process.on('message', () => service.reset());
	process.on('disconnect', () => void service.close());
	process.send?.({ baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId });
}
