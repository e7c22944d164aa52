import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../engine/runNode';
import { runAnalytics } from './analyticsNode';
import type { Addresses } from './credential';
import type { RunOptions } from './nodeRuns';
import { runNotifications, users } from './notificationsNode';

/**
 * Runs the node that has the resource of the parameters, for tests of what both nodes do.
 *
 * @param parameters their resource is `notification` for the Notifications node, which has no such field
 * @param options with their input items; by default, Notifications gets two users, and Analytics one empty item
 */
export async function runEitherNode(
	service: Addresses,
	parameters: INodeParameters,
	options: RunOptions = {},
): Promise<NodeRun> {
	if (parameters.resource !== 'notification') {
		return await runAnalytics(service, parameters, options);
	}
	const { items = users(2) } = options;
	return await runNotifications(service, parameters, { ...options, items });
}
