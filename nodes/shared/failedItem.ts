import type { INode, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

export interface FailedItem {
	node: INode;
	error: NodeApiError | NodeOperationError;
	itemIndex: number;
	/** What else is known about the item. */
	json?: INodeExecutionData['json'];
}

/**
 * The output item of an input item that failed, under either form of "On Error: Continue".
 *
 * n8n replaces the whole json of an item that carries `error` by the message. So the item carries
 * none: for the error output, n8n then knows a failed item by its keys (error, message and details
 * alone), and adds the fields of the input item; in the regular output, all stands side by side.
 */
export function failedItem({ node, error, itemIndex, json = {} }: FailedItem): INodeExecutionData {
	const { data } = error.context as { data?: INodeExecutionData['json'] };
	const description = error.description ? { description: error.description } : {};
	const details = { ...description, ...data, ...json };
	const isForErrorOutput = node.onError === 'continueErrorOutput';
	return {
		json: isForErrorOutput
			? { error: error.message, details }
			: { error: error.message, ...details },
		pairedItem: { item: itemIndex },
	};
}
