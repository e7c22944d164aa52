import { createConnection } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start, until } from './childProcess';
import { freePort } from './freePort';

export interface Redis {
	port: number;
	stop(): Promise<void>;
}

/** A Redis on loopback that saves nothing. It needs Debian's package redis-server. */
export async function startRedis(): Promise<Redis> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-redis-'));
	const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const child = start('redis-server', options, process.env);
	await until('Redis', async () => await isListening(port), { child });
	return {
		port,
		async stop() {
			await child.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function isListening(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = createConnection(port, '127.0.0.1');
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}
