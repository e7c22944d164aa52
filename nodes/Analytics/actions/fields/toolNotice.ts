import type { INodeProperties } from 'n8n-workflow';

/** With a fixed query and Yesterday, a tool could answer one question only. */
export const toolNotice: INodeProperties = {
	displayName:
		'To let the model answer questions about any query and days, set Date Range to Custom, and let the model define Query Name, Start Date and End Date',
	name: 'toolNotice',
	type: 'notice',
	displayOptions: { show: { '@tool': [true], operation: ['run', 'start'] } },
	default: '',
};
