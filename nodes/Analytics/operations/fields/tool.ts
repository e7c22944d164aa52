import type { INodeProperties } from 'n8n-workflow';
import { QUERIES_BY_DOMAIN } from './queries';

/** What the editor shows of an operation: a field, or a notice. */
export interface OperationProperty {
	property: INodeProperties;
	/** The default in the tool of an AI agent, if it is a different one. */
	toolDefault?: INodeProperties['default'];
}

/**
 * The fields that n8n gets for a property. If the tool of an AI agent has its own default, there are two
 * fields with the same name, of which n8n uses the one that is shown.
 */
export function propertiesOf({ property, toolDefault }: OperationProperty): INodeProperties[] {
	if (toolDefault === undefined) return [property];
	const { displayOptions } = property;
	const forNode = { ...displayOptions, hide: { '@tool': [true] } };
	const forTool = { ...displayOptions, show: { ...displayOptions?.show, '@tool': [true] } };
	return [
		{ ...property, displayOptions: forNode },
		{ ...property, displayOptions: forTool, default: toolDefault },
	];
}

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
