import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forkProgram } from '../test/support/program';

const ANSWER = JSON.stringify({ success: true });

/** Answers every request at once. Tells its parent the port, and ends with it. */
export function main(): void {
	const server = createServer((request, response) => {
		request.resume();
		request.on('end', () => {
			response.writeHead(200, {
				'content-type': 'application/json',
				'content-length': ANSWER.length,
			});
			response.end(ANSWER);
		});
	});
	server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
	process.on('disconnect', () => process.exit());
}

/** A notification service in a process of its own, so that its work is in no figure. */
export async function startInstantService() {
	const child = forkProgram('benchmark/instantService.ts', [], { execArgv: [] });
	const [port] = (await once(child, 'message')) as [number];
	const credential = {
		apiToken: 'benchmark-token',
		region: 'global',
		notificationsBaseUrl: `http://127.0.0.1:${port}`,
		accountId: 'account-1',
		flowId: 'flow-1',
	};
	return { credential, close: () => child.disconnect() };
}
