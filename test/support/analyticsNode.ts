import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import type { Service } from '../service/service';
import { nodeRuns } from './nodeRuns';

/** Runs the node, or starts it so that it can be stopped. */
export const { run: runAnalytics, start: startAnalytics } = nodeRuns(() => new Analytics());

/** The node as n8n makes a tool for AI agents of it. */
export function agentTool(): Analytics {
	const node = new Analytics();
	const description = { ...node.description, name: 'analyticsTool' };
	return { ...node, description, execute: node.execute };
}

/** The parameters of Bulk Export > Run, or of another operation of Bulk Export if they say so. */
export function bulkExport(parameters: INodeParameters = {}): INodeParameters {
	return {
		resource: 'bulkExport',
		operation: 'run',
		queryName: 'messages_by_hour_block',
		dateRange: 'yesterday',
		...parameters,
	};
}

/** The parameters of Query > Run. */
export function query(parameters: INodeParameters = {}): INodeParameters {
	return {
		resource: 'query',
		operation: 'run',
		queryName: 'messages_by_day',
		dateRange: 'lastDays',
		days: 7,
		...parameters,
	};
}

/** The next files that are downloaded have these texts, compressed. */
export function sendFiles(service: Service, ...texts: string[]): void {
	for (const text of texts) {
		service.faults.add('download', { kind: 'file', bytes: gzipSync(text) });
	}
}

/** Input items, each of which has the name of a query, for the parameters `BY_QUERY`. */
export const itemsOfQueries = (...names: string[]): Array<{ json: { query: string } }> =>
	names.map((query) => ({ json: { query } }));

export const BY_QUERY = { queryName: '={{ $json.query }}' };
