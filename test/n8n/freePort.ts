import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing connections, one of which could take it in the seconds until the
 * program that it is for listens (seen on a busy machine).
 */
const [FIRST, LAST] = [20_000, 32_000];

/** A port on loopback that nobody listens on. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
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
