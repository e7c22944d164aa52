import type { INode } from 'n8n-workflow';
import type { ExampleWorkflow } from './api';

/* Each example has a sticky note: what it does, how to set it up, and what to look at. */

export function isNote({ type }: INode): boolean {
	return type === 'n8n-nodes-base.stickyNote';
}

function textOf({ parameters }: INode): string {
	return typeof parameters.content === 'string' ? parameters.content : '';
}

/** What an example does, in a sentence: the first paragraph of its note. */
export function summaryOf({ name, nodes }: ExampleWorkflow): string {
	const note = nodes.find(isNote);
	const [title, summary] = note ? textOf(note).split('\n\n') : [];
	if (title !== `## ${name}` || !summary) throw new Error(`The note of "${name}" says nothing`);
	return summary;
}

/** In `npm run n8n` the inbox page has an address, which a file cannot know. */
export function withInboxLink(node: INode, url: string): INode {
	if (!isNote(node)) return node;
	const content = textOf(node).replace('inbox page', `[inbox page](${url})`);
	return { ...node, parameters: { ...node.parameters, content } };
}
