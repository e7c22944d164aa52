import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { nodeRuns } from './nodeRuns';

export const { run: runAnalytics, start: startAnalytics } = nodeRuns(() => new Analytics());

/** A bulk export that does not make a test wait. */
export const QUICK = { pollInterval: 0.02 };

export const bulkExport = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'bulkExport',
	operation: 'run',
	queryName: 'messages_by_hour_block',
	dateRange: 'yesterday',
	...parameters,
	options: { ...QUICK, ...(parameters.options as object) },
});

export const query = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'query',
	operation: 'run',
	queryName: 'messages_by_day',
	dateRange: 'last7Days',
	...parameters,
});
