import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError, ServiceError } from './errors';
import { withoutToken } from './shownText';

/**
 * Turns whatever was thrown for an input item into n8n's own errors. Only words and numbers are
 * handed on, never a request or its headers.
 *
 * @param token taken out of what the service said, which may repeat what it was sent
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number,
	token = '',
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	if (error instanceof ServiceError) return apiError(node, error, itemIndex, token);

	const description = error instanceof InputError ? error.description : undefined;
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), {
		itemIndex,
		...(description === undefined ? {} : { description }),
		level: 'warning',
	});
}

function apiError(
	node: INode,
	error: ServiceError,
	itemIndex: number,
	token: string,
): NodeApiError {
	const { status, kind, jobId } = error;
	const message = withoutToken(error.message, token);
	const description = error.description && withoutToken(error.description, token);
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
