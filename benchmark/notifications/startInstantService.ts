import { once } from 'node:events';
import { forkProgram } from '../../test/support/program';

const PROGRAM = 'benchmark/notifications/instantService.ts';

/** Starts the service in a process of its own. */
export async function startInstantService() {
	const child = forkProgram(PROGRAM, [], { execArgv: [] });
	const [port] = (await once(child, 'message')) as [number];
	const baseUrl = `http://127.0.0.1:${port}`;
	const credential = {
		apiToken: 'benchmark-token',
		region: 'global',
		notificationsBaseUrl: baseUrl,
		accountId: 'account-1',
		flowId: 'flow-1',
	};
	return { credential, close: () => child.disconnect() };
}
