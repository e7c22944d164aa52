import { parseArgs } from 'node:util';
import { NEEDS_SETTINGS } from './credentials';
import { type FirstHour, startFirstHour } from './firstHour';
import { install, NEWEST, OLDEST } from './installation';
import { summaryOf } from './note';
import { example, exampleFiles } from './wholeN8n';

/*
 * npm run n8n: whole n8n in the browser, with both nodes, the example workflows, and credentials for
 * all that they reach, which is simulated. Ctrl-C ends all of it.
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
	const port = Number(values.port);
	const firstHour = await startFirstHour({ installation, port, jobDurationMs: JOB_MS, say });
	try {
		say(welcome(firstHour));
		await Promise.race([end, firstHour.n8n.child.ended]);
		say('\nEnding n8n …');
	} finally {
		await firstHour.close();
	}
}

function welcome({ n8n, service, inbox, workflows, missing }: FirstHour): string {
	const examples = exampleFiles().map((file) => {
		const workflow = example(file);
		const id = workflows.get(file);
		const address = id ? `${n8n.url}/workflow/${id}` : `Not here: it needs ${missing.get(file)}`;
		return `  ${workflow.name}\n    ${summaryOf(workflow)}\n    ${address}\n`;
	});
	return `
Workflows  ${n8n.url}/home/workflows
Email      ${n8n.api.owner.email}
Password   ${n8n.api.owner.password}
Inbox      ${inbox.url} (what the workflows deliver)
Service    ${service.baseUrl} (simulated; API token ${service.token})

Try first  "Check your service" with the credential "${NEEDS_SETTINGS}":
           it says which settings to change, as it does for your own service.

Open a workflow and click "Execute workflow":

${examples.join('\n')}
Ctrl-C ends n8n and removes what it saved.
`;
}
