import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Programs run in the root of the project, see `test/run.mjs`. */
const PROGRAM = join(process.cwd(), 'benchmark/notifications/instantService.mjs');

/** Starts the service in a process of its own. */
export async function startInstantService() {
	const child = fork(PROGRAM, { execArgv: [] });
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
