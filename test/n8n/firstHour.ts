import type { INode } from 'n8n-workflow';
import { example, exampleFiles, withInboxLink } from './exampleFiles';
import { type Installation, OLDEST } from './installation';
import { startWorld, type World, type WorldOptions } from './world';

/** All that a newcomer tries: whole n8n with the examples, and everything that they reach. */
export type FirstHour = Awaited<ReturnType<typeof startFirstHour>>;

export async function startFirstHour(options: WorldOptions & { installation: Installation }) {
	const world = await startWorld(options);
	const { inbox, n8n, close } = world;
	try {
		/** Ids of the workflows by the example's file. Those of an earlier run stay as they are. */
		const workflows = new Map<string, string>();
		/** Why the other examples are missing, by file. */
		const missing = new Map<string, string>();
		options.say?.('Adding the examples …');
		// The editor lists the newest first.
		for (const file of exampleFiles().reverse()) {
			const missed = whatIsMissing(file, world, options.installation.version);
			if (missed) {
				missing.set(file, missed);
				continue;
			}
			const change = (node: INode) => withInboxLink(node, inbox.url);
			const kept = await n8n.api.idOf('workflows', example(file).name);
			workflows.set(file, kept ?? (await n8n.addExample(file, { change })));
		}
		return { ...world, workflows, missing };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What an example needs and is not here. */
function whatIsMissing(file: string, { postgres }: World, version: string): string | undefined {
	const { nodes } = example(file);
	if (!postgres && nodes.some(({ type }) => type === 'n8n-nodes-base.postgres')) {
		return 'PostgreSQL on this computer (apt-get install postgresql)';
	}
	const isNew = ({ type, parameters }: INode) =>
		type.endsWith('HitlTool') ||
		(type === 'n8n-nodes-base.dataTable' && parameters.resource === 'table');
	return version === OLDEST && nodes.some(isNew) ? 'a newer n8n' : undefined;
}
