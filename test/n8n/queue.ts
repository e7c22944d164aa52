import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service } from '../service/service';
import { type Child, start } from '../tools/childProcess';
import { freePort } from './freePort';
import { install, NEWEST } from './installation';
import { untilAnswered } from './n8nProcess';
import { until } from './until';
import { startWholeN8n, type WholeN8n, type WholeN8nOptions } from './wholeN8n';

/** n8n in queue mode: one main process, which takes webhooks, and workers, which run workflows. */
export interface QueuedN8n {
	n8n: WholeN8n;
	workers: Child[];
	/** The addresses at which the workers say that they are well. */
	healthUrls: string[];
	/** The worker that has started an execution. */
	workerOf(execution: string): Child;
	/** Kills a worker, and starts another. */
	replace(worker: Child): Promise<void>;
	stop(): Promise<void>;
}

/**
 * n8n takes a worker for dead that has not renewed its lock for so long. By default, this is a minute. A worker that is
 * merely busy renews it late, but only by seconds.
 */
const LOCK_SECONDS = 15;

export async function startQueuedN8n(
	service: Service,
	workerCount: number,
	options: WholeN8nOptions = {},
): Promise<QueuedN8n> {
	const redis = await startRedis();
	const workers: Child[] = [];
	const healthUrls: string[] = [];
	const env = {
		...options.env,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_WORKER_LOCK_DURATION: String(LOCK_SECONDS * 1000),
		QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	};
	const installation = options.installation ?? (await install(NEWEST));
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
		workerOf(execution) {
			const worker = workers.find((one) => executionsOf(one).includes(execution));
			if (!worker) throw new Error(`No worker runs execution ${execution}`);
			return worker;
		},
		async replace(worker) {
			workers.splice(workers.indexOf(worker), 1);
			await worker.kill();
			await addWorker();
		},
		async stop() {
			for (const worker of workers) await worker.stop();
			await n8n.stop();
			await redis.stop();
		},
	};
}

/** The IDs of the executions that a worker has started, as it prints them. */
export function executionsOf(worker: Child): string[] {
	return [...worker.output().matchAll(/started execution (\d+)/g)].map(([, id]) => id ?? '');
}

interface Redis {
	port: number;
	stop(): Promise<void>;
}

/** A Redis on loopback that saves nothing. It needs Debian's package redis-server. */
async function startRedis(): Promise<Redis> {
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
