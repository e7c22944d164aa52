import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export async function startServer(
	handler: Handler,
	port: number,
): Promise<{ server: Server; url: string }> {
	const server = createServer((request, response) => {
		handler(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const { port: given } = server.address() as AddressInfo;
	return { server, url: `http://127.0.0.1:${given}` };
}

export async function closeServer(
	server: Pick<Server, 'close' | 'closeAllConnections'>,
): Promise<void> {
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
