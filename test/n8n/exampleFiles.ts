import { readdirSync, readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import type { ExampleWorkflow } from './api';

export function exampleFiles(): string[] {
	return readdirSync('examples')
		.filter((file) => file.endsWith('.json'))
		.sort();
}

export function example(file: string): ExampleWorkflow {
	return JSON.parse(readFileSync(`examples/${file}`, 'utf8')) as ExampleWorkflow;
}

/** Each example has a sticky note that says what it does, how to set it up, and what to look at. */
export function isNote({ type }: INode): boolean {
	return type === 'n8n-nodes-base.stickyNote';
}

/** The first paragraph of an example's note, which says in a sentence what the example does. */
export function summaryOf({ name, nodes }: ExampleWorkflow): string {
	const text = nodes.find(isNote)?.parameters.content as string | undefined;
	const [title, summary] = text?.split('\n\n') ?? [];
	if (title !== `## ${name}` || !summary) throw new Error(`The note of "${name}" says nothing`);
	return summary;
}

/** An agent that has both nodes as tools. A person reviews what it sends. */
export const REVIEWED_AGENT = '16-agent-that-asks-first.json';

/** The same agent without the review. Older versions of n8n have no node for it. */
export function agentWithoutReview(): ExampleWorkflow {
	const agent = example(REVIEWED_AGENT);
	const { 'Ask a Person': fromReviewToAgent, ...connections } = agent.connections;
	if (!fromReviewToAgent) throw new Error(`${REVIEWED_AGENT} has no review to take out`);
	return {
		...agent,
		name: 'An agent that does not ask',
		nodes: agent.nodes.filter(({ name }) => name !== 'Ask a Person'),
		connections: { ...connections, 'Notify a User': fromReviewToAgent },
	};
}
