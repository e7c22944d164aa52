import type { INodeProperties } from 'n8n-workflow';
import { QUERIES_BY_DOMAIN } from '../../queries';

/** With a fixed query and Yesterday, a tool could answer one question only. */
export const toolNotice: INodeProperties = {
	displayName:
		'To let the model answer questions about any query and days, set Date Range to Custom, and let the model define Query Name, Start Date and End Date',
	name: 'toolNotice',
	type: 'notice',
	displayOptions: { show: { '@tool': [true], operation: ['run', 'start'] } },
	default: '',
};

/**
 * What an AI agent reads: n8n's own "Run a query in Chat Commerce Analytics" tells no model what to
 * ask for. One text for all operations, since the editor keeps it when the operation is changed.
 */
export const toolDescription: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	displayOptions: { show: { '@tool': [true] } },
	default: `Analytics of a chat-commerce service. Dates are days such as 2026-11-01, at most 90 days back.\nQuery names by domain:\n${QUERIES_BY_DOMAIN}`,
	required: true,
	description:
		'What the model is told about this tool. Say what it is for, and leave out the queries that it should not use.',
};
