import type { INodeProperties } from 'n8n-workflow';
import { QUERIES_BY_DOMAIN } from './queries';

/** The expression that the editor enters for "Let the model define this parameter". */
export function byModel(key: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

/**
 * The description that an AI agent reads. n8n's own text, "Run a query in Chat Commerce Analytics", does not
 * tell a model what it can ask for. All operations have the same text, because the editor keeps it when the
 * user changes the operation.
 */
export const toolDescription: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	displayOptions: { show: { '@tool': [true] } },
	default: `Analytics of WhatsApp conversations with customers. Dates are days such as 2026-11-01, at most 90 days back.\nQuery names by domain:\n${QUERIES_BY_DOMAIN}`,
	required: true,
	description:
		'What the model is told about this tool. Say what it is for, and remove the queries that it should not use.',
};
