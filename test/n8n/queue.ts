import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service } from '../service/service';
import { type Child, freePort, start, until } from './childProcess';
import { install, NEWEST } from './installation';
import { untilAnswered } from './n8nProcess';
import { startWholeN8n, type WholeN8nOptions } from './wholeN8n';

/** n8n in queue mode: one main process, which takes webhooks, and workers, which run workflows. */
export type QueuedN8n = Awaited<ReturnType<typeof startQueuedN8n>>;

// n8n finds a dead worker's jobs sooner than after a minute. A busy worker is late by seconds.
const SECONDS_OF_LOCK = 15;

export async function startQueuedN8n(
	service: Service,
	workerCount: number,
	options: WholeN8nOptions = {},
) {
	const redis = await startRedis();
	const workers: Child[] = [];
	const healthUrls: string[] = [];
	const env = {
		...options.env,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_WORKER_LOCK_DURATION: String(SECONDS_OF_LOCK * 1000),
		QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	};
	const installation = options.installation ?? install(NEWEST);
	const n8n = await startWholeN8n(service, { ...options, installation, env });

	const addWorker = async () => {
		const port = await freePort();
		const variables = {
			...n8n.env,
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		};
		const [program = '', ...args] = installation.command(variables);
		const worker = start(program, [...args, 'worker', '--concurrency=20'], variables);
		workers.push(worker);
		healthUrls.push(`http://127.0.0.1:${port}`);
		await untilAnswered(`http://127.0.0.1:${port}/healthz/readiness`, 200, worker);
	};
	for (let worker = 0; worker < workerCount; worker++) await addWorker();

	return {
		n8n,
		workers,
		healthUrls,
		/** Kills the worker that runs an execution, and starts another. */
		async replaceWorkerOf(execution: string) {
			const at = workers.findIndex((worker) => executionsOf(worker).includes(execution));
			if (at < 0) throw new Error(`No worker runs execution ${execution}`);
			await workers.splice(at, 1)[0]!.kill();
			await addWorker();
		},
		async stop() {
			for (const worker of workers) await worker.stop();
			await n8n.stop();
			await redis.stop();
		},
	};
}

export function executionsOf(worker: Child): string[] {
	return [...worker.output().matchAll(/started execution (\d+)/g)].map(([, id]) => id ?? '');
}

/** On loopback, and saves nothing. It needs Debian's package redis-server. */
async function startRedis() {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-redis-'));
	const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const child = start('redis-server', options, process.env);
	const isListening = async () => {
		const socket = createConnection(port, '127.0.0.1');
		await once(socket, 'connect');
		return socket.destroy();
	};
	await until('Redis', isListening, { child });
	return {
		port,
		async stop() {
			await child.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
