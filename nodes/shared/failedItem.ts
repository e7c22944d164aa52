import type { INode, INodeExecutionData } from 'n8n-workflow';
import { toNodeError } from './toNodeError';

export interface FailedItem {
	node: INode;
	itemIndex: number;
	/** What else is known about the item. */
	json?: INodeExecutionData['json'];
}

/**
 * The output item of an input item that failed, under either form of "On Error: Continue".
 *
 * n8n sends an item that carries `error` to the error output, copies it there with the fields of the
 * input item, and then replaces the json of every item that still carries `error` by the message. So
 * that property is one that copies leave out. In the regular output nothing is copied, so there the
 * item carries none, and all stands side by side.
 */
export function failedItem(
	cause: unknown,
	{ node, itemIndex, json = {} }: FailedItem,
): INodeExecutionData {
	const error = toNodeError(node, cause, itemIndex);
	const { data } = error.context as { data?: INodeExecutionData['json'] };
	const description = error.description ? { description: error.description } : {};
	const details = { ...description, ...data, ...json };
	const pairedItem = { item: itemIndex };
	if (node.onError !== 'continueErrorOutput') {
		return { json: { error: error.message, ...details }, pairedItem };
	}
	const item = { json: { error: error.message, details }, pairedItem };
	return Object.defineProperty(item, 'error', { value: error, enumerable: false });
}
