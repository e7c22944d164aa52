import type { ExampleWorkflow } from './api';
import { example } from './wholeN8n';

/** An agent with both nodes as tools, where a person reviews what it sends. */
export const REVIEWED_AGENT = '16-agent-that-asks-first.json';

const REVIEW = 'n8n-nodes-base.emailSendHitlTool';

/** The same agent without the review, which older n8n has not. */
export function agentWithoutReview(): ExampleWorkflow {
	const { nodes, connections, ...workflow } = example(REVIEWED_AGENT);
	const review = nodes.find(({ type }) => type === REVIEW);
	if (!review) throw new Error(`${REVIEWED_AGENT} has no review`);
	const toAgent = connections[review.name];
	const withoutReview = Object.entries(connections)
		.filter(([name]) => name !== review.name)
		.map(([name, outputs]) => {
			const isReviewed = JSON.stringify(outputs).includes(`"node":"${review.name}"`);
			return [name, isReviewed ? toAgent : outputs];
		});
	return {
		...workflow,
		name: 'An agent that does not ask',
		nodes: nodes
			.filter((node) => node !== review)
			// Two workflows cannot listen at one address.
			.map((node) => (node.webhookId ? { ...node, webhookId: 'chat-without-review' } : node)),
		connections: Object.fromEntries(withoutReview) as ExampleWorkflow['connections'],
	};
}
