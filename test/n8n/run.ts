import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forkProgram } from '../support/program';
import { cacheFolder } from '../tools/cachedPackages';
import { freePort, signal } from '../tools/childProcess';
import { credentialOf } from './credentials';
import { example, exampleFiles, summaryOf } from './exampleFiles';
import { install, NEWEST } from './installation';
import { claim } from '../tools/onlyOne';
import { addExamples, startWorld, type World } from './world';

/* npm run n8n: whole n8n in the browser. Ctrl-C ends it; -- --fresh removes what earlier runs have saved. */

/** The ports are the same each time if they are free, because saved credentials and notes contain these addresses. */
const PORT = 5678;
const INBOX_PORT = 5698;
const SERVICE_PORT = 5699;
const NOTIFICATIONS_PORT = 5700;
const JOB_MS = 8_000;
const SIGN_OF_LIFE_MS = 10_000;

export async function main(): Promise<void> {
	const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
	const keptFolder = join(cacheFolder(), `n8n-${NEWEST}`);
	// Two would share one database, and the one that ends first would take it from the other.
	const claimed = await claim(`${keptFolder}.running`);
	if (!claimed.isOurs) {
		console.log(claimed.news || 'npm run n8n is being started already. Wait for its last lines.');
		return;
	}
	// Ctrl-C must also work while n8n is installed or started, and when it is pressed more than once.
	const ending = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => ending.abort());
	try {
		// Only now, because the build removes dist/ for a moment, and another run may be packing it.
		execFileSync('node_modules/.bin/gulp', ['build', '--silent'], { stdio: 'inherit' });
		if (!(await installInOwnProgram(ending.signal))) return;
		if (values.fresh) rmSync(keptFolder, { recursive: true, force: true });
		await runN8n(keptFolder, claimed.tell, ending.signal);
	} finally {
		claimed.release();
	}
}

/**
 * Installs n8n unless it is installed already. A program of its own does so, because installing blocks a process.
 * @returns whether n8n is there; if not, the user has read why, or has pressed Ctrl-C
 */
async function installInOwnProgram(ending: AbortSignal): Promise<boolean> {
	const child = forkProgram('test/tools/install.ts', ['--n8n', NEWEST], { detached: true });
	ending.addEventListener('abort', () => signal(child, 'SIGINT'));
	const began = performance.now();
	const sayHowLong = () => {
		const seconds = Math.round((performance.now() - began) / 1000);
		console.log(`Still installing n8n (${seconds} s) …`);
	};
	const timer = setInterval(sayHowLong, SIGN_OF_LIFE_MS);
	const [code] = (await once(child, 'exit')) as [number | null];
	clearInterval(timer);
	if (code !== 0 && !ending.aborted) process.exitCode = 1;
	return code === 0 && !ending.aborted;
}

async function runN8n(
	keptFolder: string,
	tell: (news: string) => void,
	ending: AbortSignal,
): Promise<void> {
	const installation = install(NEWEST);
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
		const workflows = await addExamples(world);
		tell(
			`npm run n8n is running already. To end it, press Ctrl-C where it runs.\n\n${addresses(world)}`,
		);
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

function welcome(world: World, workflows: Map<string, string>): string {
	const { n8n, service } = world;
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

What you build stays in ${n8n.userFolder}
until you start it by npm run n8n -- --fresh. Ctrl-C ends n8n.

${addresses(world)}

Open Workflows and log in. If n8n shows its assistant instead, open that address again.
`;
}

function addresses({ n8n, inbox }: World): string {
	return `Workflows  ${n8n.url}/home/workflows
Email      ${n8n.api.owner.email}
Password   ${n8n.api.owner.password}
Inbox      ${inbox.url} (what the workflows deliver)`;
}
