import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** The same node, to which n8n is as it is with these changes. */
export function withContext(
	node: INodeType,
	change: (n8n: IExecuteFunctions) => object,
): INodeType {
	const execute = node.execute as (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
	return {
		...node,
		async execute() {
			const changes = Object.getOwnPropertyDescriptors(change(this));
			return await execute.call(Object.create(this, changes) as IExecuteFunctions);
		},
	};
}
