import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing connections, one of which could take it in the seconds until the
 * program that it is for listens (seen on a busy machine).
 */
const [FIRST, LAST] = [20_000, 32_000];

/** A port on loopback that nobody listens on: if possible the wanted one. */
export async function freePort(wanted = anyPort()): Promise<number> {
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
	return FIRST + Math.floor(Math.random() * (LAST - FIRST));
}
