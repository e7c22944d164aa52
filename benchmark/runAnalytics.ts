import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../nodes/Analytics/Analytics.node';
import { type NodeRun, type NodeRunOptions, runNode } from '../test/engine/runNode';
import type { Service } from '../test/service/service';
import { credentialFor } from '../test/support/credential';

/** Runs the Analytics node in n8n's engine in real time, whereas tests skip its waits. */
export async function runAnalytics(
	service: Service,
	parameters: INodeParameters,
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({
		node: new Analytics(),
		parameters,
		credential: credentialFor(service),
		...options,
	});
}
