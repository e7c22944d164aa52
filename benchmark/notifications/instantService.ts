import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A notification service that answers every request at once, in a process of its own, so that its
 * work is in no figure. Tells its parent the port, and ends with it.
 */

const ANSWER = JSON.stringify({ success: true });

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
