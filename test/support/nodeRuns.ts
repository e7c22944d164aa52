import './quickWaits';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { type NodeRunOptions, runNode, startNode } from '../engine/runNode';
import type { Service } from '../service/service';
import { credentialFor } from './credential';

export type RunOptions = Partial<Omit<NodeRunOptions, 'parameters'>>;

/** A node in n8n's engine, against the simulated service: to be run, or to be stopped on the way. */
export function nodeRuns(makeNode: () => INodeType, defaults: INodeParameters = {}) {
	const nodeRun = (
		service: Service,
		parameters: INodeParameters,
		options: RunOptions,
	): NodeRunOptions => ({
		node: makeNode(),
		parameters: { ...defaults, ...parameters, options: { ...(parameters.options as object) } },
		credentialType: new ChatCommerceApi(),
		credential: credentialFor(service),
		...options,
	});
	return {
		run: async (service: Service, parameters: INodeParameters, options: RunOptions = {}) =>
			await runNode(nodeRun(service, parameters, options)),
		start: async (service: Service, parameters: INodeParameters, options: RunOptions = {}) =>
			await startNode(nodeRun(service, parameters, options)),
	};
}
