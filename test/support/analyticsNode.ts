import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { nodeRuns } from './nodeRuns';

export const { run: runAnalytics, start: startAnalytics } = nodeRuns(() => new Analytics());

export function agentTool(): Analytics {
	const node = new Analytics();
	const description = { ...node.description, name: 'analyticsTool' };
	return { ...node, description, execute: node.execute };
}

export const bulkExport = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'bulkExport',
	operation: 'run',
	queryName: 'messages_by_hour_block',
	dateRange: 'yesterday',
	...parameters,
});

export const query = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'query',
	operation: 'run',
	queryName: 'messages_by_day',
	dateRange: 'lastDays',
	days: 7,
	...parameters,
});
