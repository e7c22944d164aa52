import type { INodeProperties } from 'n8n-workflow';
import { QUERIES } from '../../queryNames';

/** "Usage: usage_by_user, …", a line each. */
const queriesByDomain = [...new Set(QUERIES.map(({ domain }) => domain))]
	.map((domain) => {
		const names = QUERIES.filter((query) => query.domain === domain);
		return `${domain}: ${names.map(({ queryName }) => queryName).join(', ')}`;
	})
	.join('\n');

/**
 * What an AI agent reads about the node. n8n's own text would be "Run a query in Chat Commerce
 * Analytics", from which no model can tell what to ask for; n8n leaves its fields out where a node has
 * this one. One text for all operations, since the editor keeps it when the operation is changed.
 */
export const toolDescription: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	displayOptions: { show: { '@tool': [true] } },
	default: `Analytics of a chat-commerce service. Dates are days such as 2026-11-01, at most 90 days back.\nQuery names by domain:\n${queriesByDomain}`,
	required: true,
	description:
		'What the model is told about this tool. Say what it is for, and leave out the queries that it should not use.',
};
