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

/** Each has a sticky note: what it does, how to set it up, and what to look at. */
export function isNote({ type }: INode): boolean {
	return type === 'n8n-nodes-base.stickyNote';
}

/** What an example does, in a sentence: the first paragraph of its note. */
export function summaryOf({ name, nodes }: ExampleWorkflow): string {
	const text = nodes.find(isNote)?.parameters.content as string | undefined;
	const [title, summary] = text?.split('\n\n') ?? [];
	if (title !== `## ${name}` || !summary) throw new Error(`The note of "${name}" says nothing`);
	return summary;
}

/** An agent with both nodes as tools, where a person reviews what it sends. */
export const REVIEWED_AGENT = '16-agent-that-asks-first.json';

/** The same agent without the review, which older n8n has not. */
export function agentWithoutReview(): ExampleWorkflow {
	const { nodes, connections, ...workflow } = example(REVIEWED_AGENT);
	const { 'Ask a Person': toAgent, ...others } = connections;
	return {
		...workflow,
		name: 'An agent that does not ask',
		nodes: nodes.filter(({ name }) => name !== 'Ask a Person'),
		connections: { ...others, 'Notify a User': toAgent! },
	};
}
