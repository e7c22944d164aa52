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
		looksBeforeDone: 1,
		readings: JSON.parse(values.readings) as Readings,
		...(values.rows === undefined ? {} : { rows: Number(values.rows) }),
	});
	console.log(`Base URL                ${service.baseUrl}`);
	console.log(
		`Notifications Base URL  ${service.notificationsUrl} (India: ${service.notificationsUrlIndia})`,
	);
	console.log(`API Token               ${service.token}`);
	console.log(`Account ID, Flow ID     ${service.accountId}, ${service.flowId}`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close());
	}
}
