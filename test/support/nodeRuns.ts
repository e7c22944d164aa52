// A safety net: no test that runs a node ever waits for minutes, even if it forgets to import the virtual clock. A test
// whose node waits imports it itself, so that whoever reads the test knows why it is quick.
import './quickWaits';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import {
	type StartedNode,
	type NodeRun,
	type NodeRunOptions,
	runNode,
	startNode,
} from '../engine/runNode';
import { type Addresses, credentialFor } from './credential';

/** `credential`: what the user enters otherwise than what fits the service. */
export type RunOptions = Partial<Omit<NodeRunOptions, 'parameters'>>;

type Apply<R> = (
	service: Addresses,
	parameters: INodeParameters,
	options?: RunOptions,
) => Promise<R>;

interface NodeRuns {
	run: Apply<NodeRun>;
	start: Apply<StartedNode>;
}

/** A node in n8n's engine, against the simulated service: to be run, or to be stopped on the way. */
export function nodeRuns(makeNode: () => INodeType, defaults: INodeParameters = {}): NodeRuns {
	const applied =
		<R>(start: (run: NodeRunOptions) => Promise<R>): Apply<R> =>
		async (service, parameters, options = {}) =>
			await start({
				node: makeNode(),
				parameters: { ...defaults, ...parameters, options: { ...(parameters.options as object) } },
				credentialType: new ChatCommerceApi(),
				...options,
				credential: { ...credentialFor(service), ...options.credential },
			});
	return { run: applied(runNode), start: applied(startNode) };
}
