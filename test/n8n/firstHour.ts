import type { INode } from 'n8n-workflow';
import { example, exampleFiles, withInboxLink } from './exampleFiles';
import { startWorld, type WorldOptions } from './world';

/** All that a newcomer tries: whole n8n with the examples, and everything that they reach. */
export type FirstHour = Awaited<ReturnType<typeof startFirstHour>>;

export async function startFirstHour(options: WorldOptions) {
	const world = await startWorld(options);
	const { inbox, n8n, close } = world;
	try {
		/** Ids by the example's file, where all that it needs is here. Those of an earlier run stay as they are. */
		const workflows = new Map<string, string>();
		options.say?.('Adding the examples …');
		// The editor lists the newest first.
		for (const file of exampleFiles().reverse()) {
			const { name, nodes } = example(file);
			const needsPostgres = nodes.some(({ type }) => type === 'n8n-nodes-base.postgres');
			if (needsPostgres && !world.postgres) continue;
			const change = (node: INode) => withInboxLink(node, inbox.url);
			const kept = await n8n.api.idOf('workflows', name);
			workflows.set(file, kept ?? (await n8n.addExample(file, { change })));
		}
		return { ...world, workflows };
	} catch (error) {
		await close();
		throw error;
	}
}
