import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, InstallerError } from '../tools/cachedPackages';
import type { Child } from '../tools/childProcess';
import { credentialOf } from './credentials';
import { example, exampleFiles, summaryOf } from './exampleFiles';
import { freePort } from './freePort';
import { install, type Installation, NEWEST } from './installation';
import type { N8nOptions } from './n8nProcess';
import { addExamples, startWorld, type World } from './world';

/* npm run n8n: whole n8n in the browser. Ctrl-C ends it; -- --fresh removes what earlier runs have saved. */

/** The ports are the same each time, the others if they are free, because saved credentials contain these addresses. */
const PORT = 5678;
const INBOX_PORT = 5698;
const SERVICE_PORT = 5699;
const NOTIFICATIONS_PORT = 5700;
const JOB_MS = 8_000;
const SIGN_OF_LIFE_MS = 10_000;

const PLAN = `This builds the nodes, starts n8n ${NEWEST} with them and the examples, and then shows the addresses. It takes about a
minute. The first time, it also installs n8n: 2 to 5 minutes more, and about 3 GB of disk. Ctrl-C ends it.
`;

export async function main(): Promise<void> {
	const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
	// Two would share one database. The second one ends here, or at the latest where its service cannot start.
	if ((await freePort(SERVICE_PORT)) !== SERVICE_PORT) {
		console.error(`npm run n8n is running already, or another program uses port ${SERVICE_PORT}.`);
		process.exitCode = 1;
		return;
	}
	console.log(PLAN);
	// Ctrl-C must also work while n8n is installed or started, and when it is pressed more than once.
	const ending = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => ending.abort());
	console.log('Building the nodes …');
	execFileSync('node_modules/.bin/gulp', ['build', '--silent'], { stdio: 'inherit' });
	const installation = await installWithProgress(ending.signal);
	if (!installation || ending.signal.aborted) return;
	console.log(`Starting n8n ${NEWEST} …`);
	const keptFolder = join(cacheFolder(), `n8n-${NEWEST}`);
	if (values.fresh) rmSync(keptFolder, { recursive: true, force: true });
	await runN8n({ installation, keptFolder }, ending.signal);
}

/** @returns undefined if it failed, of which the user has read, or if it was ended by Ctrl-C */
async function installWithProgress(ending: AbortSignal): Promise<Installation | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const watch = (installer: Child) => {
		console.log(`Installing n8n ${NEWEST} …`);
		ending.addEventListener('abort', () => void installer.kill());
		const began = performance.now();
		timer = setInterval(() => {
			const seconds = Math.round((performance.now() - began) / 1000);
			console.log(`${seconds} s: ${installer.output().trimEnd().split('\n').at(-1)}`);
		}, SIGN_OF_LIFE_MS);
	};
	try {
		return await install(NEWEST, watch);
	} catch (error) {
		if (!(error instanceof InstallerError)) throw error;
		if (ending.aborted) return undefined;
		console.error(error.message);
		process.exitCode = 1;
		return undefined;
	} finally {
		clearInterval(timer);
	}
}

async function runN8n(
	options: Pick<N8nOptions, 'installation' | 'keptFolder'>,
	ending: AbortSignal,
): Promise<void> {
	const notificationsPort = await freePort(NOTIFICATIONS_PORT);
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const world = await startWorld({
		...options,
		env: { GENERIC_TIMEZONE: timeZone },
		port: await freePort(PORT),
		inboxPort: await freePort(INBOX_PORT),
		servicePorts: { port: SERVICE_PORT, notificationsPort },
		jobs: { jobDurationMs: JOB_MS },
	});
	try {
		const workflows = await addExamples(world);
		console.log(welcome(world, workflows));
		const aborted = new Promise((resolve) => {
			if (ending.aborted) resolve(undefined);
			else ending.addEventListener('abort', resolve);
		});
		await Promise.race([aborted, world.n8n.child.ended]);
		console.log('\nEnding n8n …');
	} finally {
		await world.close();
	}
}

const NEEDS_POSTGRES =
	'Not here: it needs PostgreSQL on this computer (apt-get install postgresql)';

function welcome({ inbox, n8n, service }: World, workflows: Map<string, string>): string {
	const examples = exampleFiles().map((file) => {
		const workflow = example(file);
		const id = workflows.get(file);
		const address = id ? `${n8n.url}/workflow/${id}` : NEEDS_POSTGRES;
		return `  ${workflow.name}\n    ${summaryOf(workflow)}\n    ${address}\n`;
	});
	return `
Open a workflow and click "Execute workflow":

${examples.join('\n')}
A credential of your own for the simulated service:

  API Token               ${service.token}
  Region                  Other
  Analytics Base URL      ${service.baseUrl}
  Notifications Base URL  ${service.notificationsUrl}
  Account ID              ${service.accountId}
  Flow ID                 ${service.flowId}
  More Settings           on
  Calls per Minute        ${String(credentialOf(service).callsPerMinute)}

To send, set Send To to Everyone in a node of an example: nothing leaves this computer, and the inbox shows what was
delivered. Here, the model of the agent follows a script, and Append Rows is deactivated, as it needs a Google account.

What you build stays in ${n8n.userFolder}
until you start it by npm run n8n -- --fresh. Ctrl-C ends n8n.

Workflows  ${n8n.url}/home/workflows
Email      ${n8n.api.owner.email}
Password   ${n8n.api.owner.password}
Inbox      ${inbox.url} (what the workflows deliver)

Open Workflows and log in. If n8n shows its assistant instead, open that address again.
`;
}
