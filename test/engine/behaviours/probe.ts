import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { type NodeRunOptions, startNode } from '../runNode';

export type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
export type ProbeOptions = Pick<NodeRunOptions, 'items' | 'onError' | 'retryOnFail'>;

/** A node that does one thing, to see what n8n makes of it. It has two outputs for `onError`. */
function nodeOf(execute: Execute): INodeType {
	return {
		description: {
			displayName: 'Probe',
			name: 'probe',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'chatCommerceApi', required: true }],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			return [await execute(this)];
		},
	};
}

export async function startProbe(execute: Execute, options: ProbeOptions = {}) {
	return await startNode({
		node: nodeOf(execute),
		parameters: {},
		credentialType: new ChatCommerceApi(),
		credential: { apiToken: 'token' },
		...options,
	});
}

export async function probe(execute: Execute, options: ProbeOptions = {}) {
	const { result } = await startProbe(execute, options);
	return await result;
}

/** What happens in the node, as the test sees it. @throws what the node's code throws */
export async function inNode<T>(act: (context: IExecuteFunctions) => Promise<T>): Promise<T> {
	let outcome: { value: T } | { error: unknown } | undefined;
	await probe(async (context) => {
		outcome = await act(context).then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
		return [];
	});
	if (!outcome) throw new Error('n8n did not run the node');
	if ('error' in outcome) throw outcome.error;
	return outcome.value;
}
