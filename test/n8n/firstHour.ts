import type { INode } from 'n8n-workflow';
import { type Installation, OLDEST } from './installation';
import { type Inbox, startInbox } from './inbox';
import { withInboxLink } from './note';
import type { Postgres } from './postgres';
import { example, exampleFiles } from './wholeN8n';
import { startWorld, type World, type WorldOptions } from './world';

/** All that a newcomer tries: whole n8n with the examples, and everything that they reach. */
export interface FirstHour extends World {
	inbox: Inbox;
	/** Ids of the workflows by the example's file. */
	workflows: Map<string, string>;
	/** Why the other examples are missing, by file. */
	missing: Map<string, string>;
}

export interface FirstHourOptions extends WorldOptions {
	installation: Installation;
	port?: number;
	inboxPort?: number;
	/** Of an earlier run, whose workflows stay as they are. */
	keptFolder?: string;
	say?: (line: string) => void;
}

export async function startFirstHour(options: FirstHourOptions): Promise<FirstHour> {
	const world = await startWorld(options);
	const { service, mailbox, sheets, n8n, postgres } = world;
	let inbox: Inbox | undefined;
	const close = async () => {
		await world.close();
		await inbox?.close();
	};
	try {
		inbox = await startInbox({ ledger: service.ledger, mailbox, sheets }, options.inboxPort);
		const { url } = inbox;
		const workflows = new Map<string, string>();
		const missing = new Map<string, string>();
		options.say?.('Adding the examples …');
		// The editor lists the newest first.
		for (const file of exampleFiles().reverse()) {
			const missed = whatIsMissing(file, { postgres, version: options.installation.version });
			if (missed) {
				missing.set(file, missed);
				continue;
			}
			const change = (node: INode) => withInboxLink(node, url);
			const kept = await n8n.api.workflowNamed(example(file).name);
			workflows.set(file, kept ?? (await n8n.addExample(file, { change })));
		}
		return { ...world, inbox, workflows, missing, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What an example needs and is not here. */
function whatIsMissing(
	file: string,
	{ postgres, version }: { postgres: Postgres | undefined; version: string },
): string | undefined {
	const { nodes } = example(file);
	if (!postgres && nodes.some(({ type }) => type === 'n8n-nodes-base.postgres')) {
		return 'PostgreSQL on this computer (apt-get install postgresql)';
	}
	const isNew = ({ type, parameters }: INode) =>
		type.endsWith('HitlTool') ||
		(type === 'n8n-nodes-base.dataTable' && parameters.resource === 'table');
	return version === OLDEST && nodes.some(isNew) ? 'a newer n8n' : undefined;
}
