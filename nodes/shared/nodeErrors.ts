import {
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { asError, InputError, LocalError, ServiceError } from './errors';
import { joinedTexts, listed, sentence } from './text';

type Json = INodeExecutionData['json'];

/** @param itemIndex undefined where no input item is at fault, such as for the credential */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number | undefined,
): NodeApiError | NodeOperationError {
	const place = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex ??= itemIndex;
		return error;
	}
	if (error instanceof ServiceError) return apiError(node, error, place);

	const isOwn = error instanceof InputError || error instanceof LocalError;
	const about = isOwn && error.description !== undefined ? { description: error.description } : {};
	const options = { ...place, ...about, level: 'warning' as const };
	const nodeError = new NodeOperationError(node, asError(error), options);
	if (error instanceof LocalError) nodeError.context.data = error.data;
	return nodeError;
}

/**
 * A call by an AI agent (`analyticsTool`). The models of some agents hear nothing of an error that is
 * thrown, and take it for a success: so there, what fails must come out as a `failedItem`.
 */
export const isToolCall = ({ type }: INode): boolean => type.endsWith('Tool');

function apiError(node: INode, error: ServiceError, place: { itemIndex?: number }): NodeApiError {
	const { message, description, status, kind, jobId } = error;
	const job = jobId === undefined ? {} : { jobId };
	const response: JsonObject = { message, ...job };
	const code = status === undefined ? {} : { httpCode: String(status) };
	const about = { message, description, level: 'warning' as const, ...code, ...place };
	const nodeError = new NodeApiError(node, response, about);
	nodeError.context.data = { kind, ...job };
	return nodeError;
}

/**
 * n8n copies an item that carries `error` to the error output, with the fields of the input item,
 * and replaces the json of every item that still carries `error` by the message. So copies must
 * leave that property out, and in the regular output, where nothing is copied, the item has none.
 */
export function failedItem(
	cause: unknown,
	{ node, itemIndex, json = {} }: { node: INode; itemIndex: number; json?: Json },
): INodeExecutionData {
	const error = toNodeError(node, cause, itemIndex);
	const { data } = error.context as { data?: Json };
	const pairedItem = { item: itemIndex };
	if (isToolCall(node)) return { json: { error: forModel(error), ...data, ...json }, pairedItem };
	const description = error.description ? { description: error.description } : {};
	const details = { ...description, ...data, ...json };
	if (node.onError !== 'continueErrorOutput') {
		return { json: { error: error.message, ...details }, pairedItem };
	}
	const item = { json: { error: error.message, details }, pairedItem };
	return Object.defineProperty(item, 'error', { value: error, enumerable: false });
}

/** The item of a tool call has one text only, so it holds what happened and what to do. */
function forModel({ message, description }: NodeApiError | NodeOperationError): string {
	return joinedTexts([sentence(message), description ?? undefined]);
}

/**
 * The error of an execution that was stopped or has timed out: n8n recognizes these by the word
 * "canceled", and shows them as canceled, not as failed.
 * @param progress what was done until then, for the message; `description` says what to do next
 */
export function canceledError(
	node: INode,
	{ progress, description }: { progress?: string; description?: string },
): NodeOperationError {
	const message = joinedTexts(['The execution was canceled', progress], '. ');
	return new NodeOperationError(node, message, description === undefined ? {} : { description });
}

/** All bad items at once, so that they can be fixed together. @param bad by item index; at least one */
export function badItemsError(
	node: INode,
	bad: ReadonlyMap<number, unknown>,
	itemCount: number,
): NodeApiError | NodeOperationError {
	const [first = 0] = bad.keys();
	const error = asError(bad.get(first));
	if (bad.size === 1) return toNodeError(node, error, first);
	// What all items fail with alike is no item's fault.
	const isAlike = [...bad.values()].every((other) => asError(other).message === error.message);
	if (isAlike && bad.size === itemCount) return toNodeError(node, error, undefined);
	const description = error instanceof InputError ? error.description : undefined;
	const all = new InputError(
		`${bad.size} of ${itemCount} items cannot be used: items ${listed([...bad.keys()])}. Item ${first}: ${error.message}`,
		joinedTexts([description, 'Nothing was sent for any item.']),
	);
	return toNodeError(node, all, first);
}
