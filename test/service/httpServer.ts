import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface RunningServer {
	server: Server;
	/** Its origin, without a slash at the end. */
	url: string;
}

/** Starts a server on this machine alone. @param port 0 for any free one */
export async function startServer(handler: Handler, port: number): Promise<RunningServer> {
	const server = createServer((request, response) => {
		// Clients go away while a fault is under way, and then nothing can be sent to them.
		handler(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const address = server.address() as AddressInfo;
	return { server, url: `http://127.0.0.1:${address.port}` };
}

/** Breaks off all connections, so that no test waits for one. */
export async function closeServer(
	server: Pick<Server, 'close' | 'closeAllConnections'>,
): Promise<void> {
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
