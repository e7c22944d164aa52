// A safety net: no test that runs a node ever waits for minutes, even if it forgets to import the virtual clock. A test
// whose node waits imports it itself, so that whoever reads the test knows why it is quick.
import './quickWaits';
import type { INodeParameters, INodeType } from 'n8n-workflow';
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

type Given = [service: Addresses, parameters: INodeParameters, options?: RunOptions];

interface NodeRuns {
	run(...given: Given): Promise<NodeRun>;
	start(...given: Given): Promise<StartedNode>;
}

/** A node in n8n's engine, against the simulated service: to be run, or to be stopped on the way. */
export function nodeRuns(makeNode: () => INodeType, defaults: INodeParameters = {}): NodeRuns {
	const runOf = (...[service, parameters, options = {}]: Given): NodeRunOptions => ({
		node: makeNode(),
		parameters: { ...defaults, ...parameters, options: { ...(parameters.options as object) } },
		...options,
		credential: { ...credentialFor(service), ...options.credential },
	});
	return {
		run: async (...given) => await runNode(runOf(...given)),
		start: async (...given) => await startNode(runOf(...given)),
	};
}
