import type { INodeParameters } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { type NodeRunOptions, runNode, startNode } from '../engine/runNode';
import type { Service } from '../service/service';
import { credentialFor } from './credential';

export type RunOptions = Partial<Omit<NodeRunOptions, 'parameters'>>;

function nodeRun(
	service: Service,
	parameters: INodeParameters,
	options: RunOptions,
): NodeRunOptions {
	return {
		node: new Notifications(),
		parameters: {
			templateId: 'welcome',
			phone: '={{ $json.phone }}',
			...parameters,
			options: { ...(parameters.options as object) },
		},
		credentialType: new ChatCommerceApi(),
		credential: credentialFor(service),
		...options,
	};
}

/** The Notifications node in n8n's engine, against the simulated service. */
export async function runNotifications(
	service: Service,
	parameters: INodeParameters,
	options: RunOptions = {},
) {
	return await runNode(nodeRun(service, parameters, options));
}

/** The same, to be stopped on the way. */
export async function startNotifications(
	service: Service,
	parameters: INodeParameters,
	options: RunOptions = {},
) {
	return await startNode(nodeRun(service, parameters, options));
}

/** Phones that are possible, all different. */
export function phone(index: number): string {
	return `+55119${String(10_000_000 + index)}`;
}

export function users(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		json: { phone: phone(index), name: `User ${index}` },
	}));
}
