import { parseArgs } from 'node:util';
import type { Readings } from './readings.ts';
import { startService } from './service.ts';

/** Starts the simulated service from the command line: `node test/run.mjs test/service/run.ts`. */
export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			rows: { type: 'string' },
			'job-seconds': { type: 'string', default: '0' },
			/** As JSON, for example {"envelope":{"status":"200"}}. */
			readings: { type: 'string', default: '{}' },
		},
	});
	const service = await startService({
		port: Number(values.port),
		jobDurationMs: Number(values['job-seconds']) * 1000,
		readings: JSON.parse(values.readings) as Readings,
		...(values.rows === undefined ? {} : { rows: Number(values.rows) }),
	});
	const { baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId } = service;
	console.log(`Base URL                ${baseUrl}
Notifications Base URL  ${notificationsUrl} (India: ${notificationsUrlIndia})
API Token               ${token}
Account ID, Flow ID     ${accountId}, ${flowId}`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void service.close());
}
