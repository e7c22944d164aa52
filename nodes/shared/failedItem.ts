import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * The output item of an input item that failed, under either form of "On Error: Continue". n8n
 * sends it to the error output because `error` is set.
 */
export function failedItem(
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
	json: INodeExecutionData['json'] = {},
): INodeExecutionData {
	const { jobId } = (error.context.data ?? {}) as { jobId?: string };
	return {
		json: { error: error.message, ...(jobId === undefined ? {} : { jobId }), ...json },
		error,
		pairedItem: { item: itemIndex },
	};
}
