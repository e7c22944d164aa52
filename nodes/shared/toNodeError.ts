import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError, LocalError, ServiceError } from './errors';

/**
 * Turns whatever was thrown for an input item into n8n's own errors. Only words and numbers are
 * passed on, never a request or its headers.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	if (error instanceof ServiceError) return apiError(node, error, itemIndex);

	const isDescribed = error instanceof InputError || error instanceof LocalError;
	const description = isDescribed ? error.description : undefined;
	const cause = error instanceof Error ? error : new Error(String(error));
	const nodeError = new NodeOperationError(node, cause, {
		itemIndex,
		...(description === undefined ? {} : { description }),
		level: 'warning',
	});
	if (error instanceof LocalError) nodeError.context.data = error.data;
	return nodeError;
}

function apiError(node: INode, error: ServiceError, itemIndex: number): NodeApiError {
	const { message, description, status, kind, jobId } = error;
	const response: JsonObject = { message, ...(jobId === undefined ? {} : { jobId }) };
	const nodeError = new NodeApiError(node, response, {
		message,
		itemIndex,
		level: 'warning',
		...(description === undefined ? {} : { description }),
		...(status === undefined ? {} : { httpCode: String(status) }),
	});
	nodeError.context.data = { kind, ...(jobId === undefined ? {} : { jobId }) };
	return nodeError;
}
