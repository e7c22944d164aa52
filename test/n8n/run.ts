import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../tools/cachedPackages';
import { freePort } from './childProcess';
import { example, exampleFiles, summaryOf } from './exampleFiles';
import { install, NEWEST } from './installation';
import { addExamples, startWorld, type World } from './world';

/* npm run n8n: whole n8n in the browser. Ctrl-C ends it; -- --fresh removes what earlier runs have saved. */

/** The same each time, if they are free, as credentials and notes that stay have these addresses. */
const PORT = 5678;
const INBOX_PORT = 5698;
const SERVICE_PORT = 5699;
const NOTIFICATIONS_PORT = 5700;
const JOB_MS = 8_000;

export async function main(): Promise<void> {
	const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
	// Also while n8n starts, and pressed more than once.
	const end = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
	});
	const installation = install(NEWEST, console.log);
	const keptFolder = join(cacheFolder(), `n8n-${installation.version}`);
	if (values.fresh) rmSync(keptFolder, { recursive: true, force: true });
	const port = await freePort(SERVICE_PORT);
	const world = await startWorld({
		installation,
		port: await freePort(PORT),
		inboxPort: await freePort(INBOX_PORT),
		servicePorts: { port, notificationsPort: await freePort(NOTIFICATIONS_PORT) },
		jobDurationMs: JOB_MS,
		keptFolder,
		say: console.log,
	});
	try {
		console.log(welcome(world, await addExamples(world)));
		await Promise.race([end, world.n8n.child.ended]);
		console.log('\nEnding n8n …');
	} finally {
		await world.close();
	}
}

const NEEDS_POSTGRES =
	'Not here: it needs PostgreSQL on this computer (apt-get install postgresql)';

function welcome({ n8n, service, inbox }: World, workflows: Map<string, string>): string {
	const examples = exampleFiles().map((file) => {
		const workflow = example(file);
		const id = workflows.get(file);
		const address = id ? `${n8n.url}/workflow/${id}` : NEEDS_POSTGRES;
		return `  ${workflow.name}\n    ${summaryOf(workflow)}\n    ${address}\n`;
	});
	return `
Open a workflow and click "Execute workflow":

${examples.join('\n')}
Workflows  ${n8n.url}/home/workflows
Email      ${n8n.api.owner.email}
Password   ${n8n.api.owner.password}
Inbox      ${inbox.url} (what the workflows deliver)

A credential of your own for the simulated service:

  API Token               ${service.token}
  Region                  Other
  Analytics Base URL      ${service.baseUrl}
  Notifications Base URL  ${service.notificationsUrl}
  Account ID              ${service.accountId}
  Flow ID                 ${service.flowId}

Ctrl-C ends n8n. What you build stays in ${n8n.userFolder}
until you run it with --fresh.
`;
}
