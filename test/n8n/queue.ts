import { request } from 'undici';
import type { Service } from '../service/service';
import { type Child, start, until } from './childProcess';
import { freePort } from './freePort';
import { install, NEWEST } from './installation';
import { type Redis, startRedis } from './redis';
import { startWholeN8n, type WholeN8n } from './wholeN8n';

/** n8n in queue mode: one main process, which takes webhooks, and workers, which run workflows. */
export interface QueuedN8n {
	n8n: WholeN8n;
	workers: Child[];
	/** Starts one more worker. */
	addWorker(): Promise<Child>;
	stop(): Promise<void>;
}

// n8n finds a dead worker's jobs sooner than after a minute. A busy worker is late by seconds.
const SECONDS_OF_LOCK = 15;

export async function startQueuedN8n(
	service: Service,
	workerCount: number,
	{ version = NEWEST, env: more = {} }: { version?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<QueuedN8n> {
	const redis: Redis = await startRedis();
	const workers: Child[] = [];
	const env = {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_WORKER_LOCK_DURATION: String(SECONDS_OF_LOCK * 1000),
		QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		...more,
	};
	const installation = install(version);
	const n8n = await startWholeN8n(service, { installation, env });

	const addWorker = async () => {
		const port = await freePort();
		const worker = start(installation.node, [installation.command, 'worker', '--concurrency=20'], {
			...n8n.env,
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		});
		workers.push(worker);
		await until('a worker', async () => await isReady(port), { child: worker });
		return worker;
	};
	for (let worker = 0; worker < workerCount; worker++) await addWorker();

	return {
		n8n,
		workers,
		addWorker,
		async stop() {
			for (const worker of workers) await worker.stop();
			await n8n.stop();
			await redis.stop();
		},
	};
}

async function isReady(port: number): Promise<boolean> {
	try {
		const { statusCode, body } = await request(`http://127.0.0.1:${port}/healthz/readiness`);
		await body.dump();
		return statusCode === 200;
	} catch {
		return false;
	}
}

/** The executions that a worker has begun, by its log. */
export function executionsOf(worker: Child): string[] {
	return [...worker.output().matchAll(/started execution (\d+)/g)].map(([, id]) => id ?? '');
}
