import { once } from 'node:events';
import { createServer } from 'node:net';

/* Ports below those of outgoing connections: one of these could take a port before the program listens on it. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** The port that is wanted if it is free, otherwise any free one. */
export async function freePort(wanted: number = anyPort()): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return await freePort();
	}
	server.close();
	await once(server, 'close');
	return wanted;
}

function anyPort(): number {
	return FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
}
