import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A name that this process alone has. */
export interface Claim {
	isOurs: true;
	/** Sets the text that other processes get when they try to claim the name. */
	tell(news: string): void;
	release(): void;
}

/** Another process has the name. */
export interface Refused {
	isOurs: false;
	/** What that process tells. It is empty until it has told anything. */
	news: string;
}

/** The path of a socket may be 103 bytes long on macOS, and a little longer on Linux. */
const MAX_PATH_BYTES = 100;

/**
 * Claims a name, which is a path that nothing else uses, for this process alone. The claim is a socket on which the
 * process listens, so it ends with the process, even after a crash.
 */
export async function claim(name: string): Promise<Claim | Refused> {
	const path = socketPathOf(name);
	let news = '';
	const server = createServer((socket) => {
		socket.on('error', () => {});
		socket.end(news);
	});
	const isOurs = (await tryToListen(server, path)) || (await replaceDeadListener(server, path));
	if (!isOurs) return { isOurs, news: await text(createConnection(path)) };
	// The socket alone must not keep the program running.
	server.unref();
	return {
		isOurs,
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

/** @returns whether the server listens now; false if another process does */
async function tryToListen(server: Server, path: string): Promise<boolean> {
	server.listen(path);
	try {
		await once(server, 'listening');
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
		throw error;
	}
}

/**
 * A process that was killed leaves a socket to which nobody can connect. It is removed.
 * @returns whether the server listens now
 */
async function replaceDeadListener(server: Server, path: string): Promise<boolean> {
	const socket = createConnection(path);
	try {
		await once(socket, 'connect');
		return false;
	} catch {
		rmSync(path, { force: true });
		return await tryToListen(server, path);
	} finally {
		socket.destroy();
	}
}
