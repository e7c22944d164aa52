import { parseArgs } from 'node:util';
import { startService } from '../service/service';
import { install, NEWEST, OLDEST } from './installation';
import { exampleFiles, startWholeN8n } from './wholeN8n';

/*
 * npm run n8n: whole n8n in the browser, with both nodes, a credential for the simulated service
 * and the example workflows, ready to click. Ctrl-C ends all of it.
 */

const PORT = 5678;
const JOB_MS = 8_000;

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: String(PORT) },
			oldest: { type: 'boolean', default: false },
		},
	});
	const say = (line: string) => console.log(line);
	// Also while n8n starts, and pressed more than once.
	const end = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
	});
	const installation = install(values.oldest ? OLDEST : NEWEST, say);
	const service = await startService({ jobDurationMs: JOB_MS });
	try {
		const n8n = await startWholeN8n(service, { installation, port: Number(values.port), say });
		// The editor lists the newest first.
		for (const file of exampleFiles().reverse()) await n8n.addExample(file);
		say(`
Open      ${n8n.url}
Email     ${n8n.api.owner.email}
Password  ${n8n.api.owner.password}

The example workflows are there. Open one and click "Execute workflow".
The simulated service is ${service.baseUrl} (token ${service.token}).
Ctrl-C ends n8n and removes what it saved.
`);
		await Promise.race([end, n8n.child.ended]);
		say('\nEnding n8n …');
		await n8n.stop();
	} finally {
		await service.close();
	}
}
