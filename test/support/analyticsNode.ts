import type { INodeParameters } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { credentialFor } from './credential';
import { type NodeRunOptions, runNode, startNode } from '../engine/runNode';
import type { Service } from '../service/service';

export type RunOptions = Partial<Omit<NodeRunOptions, 'parameters'>>;

function nodeRun(
	service: Service,
	parameters: INodeParameters,
	options: RunOptions,
): NodeRunOptions {
	return {
		node: new Analytics(),
		parameters: { ...parameters, options: { ...(parameters.options as object) } },
		credentialType: new ChatCommerceApi(),
		credential: credentialFor(service),
		...options,
	};
}

/** The Analytics node in n8n's engine, against the simulated service. */
export async function runAnalytics(
	service: Service,
	parameters: INodeParameters,
	options: RunOptions = {},
) {
	return await runNode(nodeRun(service, parameters, options));
}

/** The same, to be stopped on the way. */
export async function startAnalytics(
	service: Service,
	parameters: INodeParameters,
	options: RunOptions = {},
) {
	return await startNode(nodeRun(service, parameters, options));
}

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
