import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing connections, one of which could take it in the seconds until the
 * program that it is for listens (seen on a busy machine).
 */
const [FIRST, LAST] = [20_000, 32_000];

/** A port on loopback that nobody listens on: if possible the wanted one. */
export async function freePort(wanted?: number): Promise<number> {
	for (let port = wanted ?? anyPort(); ; port = anyPort()) {
		const server = createServer();
		try {
			server.listen(port, '127.0.0.1');
			await once(server, 'listening');
			server.close();
			await once(server, 'close');
			return port;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		}
	}
}

function anyPort(): number {
	return FIRST + Math.floor(Math.random() * (LAST - FIRST));
}
