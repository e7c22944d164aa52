import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Claim {
	/** What another process is told from now on. */
	tell(news: string): void;
	release(): void;
}

/** The path of a socket may be 103 bytes long on macOS, and a little longer on Linux. */
const MAX_PATH_BYTES = 100;

/**
 * Claims a name, which is a path that nothing else uses, for this process alone. It ends with the process, however
 * that ends, because it is a socket on which the process listens: there is no file that must be removed after a crash.
 * @returns the claim, or what the process that has it tells
 */
export async function claim(name: string): Promise<Claim | string> {
	const path = socketPathOf(name);
	let news = '';
	const server = createServer((socket) => {
		socket.on('error', () => {});
		socket.end(news);
	});
	const isOurs = (await listens(server, path)) || (await listensInPlaceOfDead(server, path));
	if (!isOurs) return await text(createConnection(path));
	// It alone keeps no program from ending.
	server.unref();
	return {
		tell(latest) {
			news = latest;
		},
		release: () => void server.close(),
	};
}

function socketPathOf(name: string): string {
	if (Buffer.byteLength(name) <= MAX_PATH_BYTES) return name;
	const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
	return join(tmpdir(), `chat-commerce-${hash}`);
}

async function listens(server: Server, path: string): Promise<boolean> {
	server.listen(path);
	try {
		await once(server, 'listening');
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
		throw error;
	}
}

/** A process that was killed leaves its socket behind, to which nobody can connect. */
async function listensInPlaceOfDead(server: Server, path: string): Promise<boolean> {
	const socket = createConnection(path);
	try {
		await once(socket, 'connect');
		return false;
	} catch {
		rmSync(path, { force: true });
		return await listens(server, path);
	} finally {
		socket.destroy();
	}
}
