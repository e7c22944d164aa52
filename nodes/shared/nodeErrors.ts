import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	type NodeError,
	NodeOperationError,
} from 'n8n-workflow';
import { asError, InputError, ServiceError } from './errors';
import { joinedTexts, listed, sentence } from './text';

type Json = INodeExecutionData['json'];

/**
 * Turns any error into one that n8n shows with its message, its description and its item.
 * @param itemIndex undefined if no input item is at fault, but for example the credential
 */
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

	const { description } = error instanceof InputError ? error : {};
	const advice = description === undefined ? {} : { description };
	const options = { ...place, ...advice, level: 'warning' as const };
	return new NodeOperationError(node, asError(error), options);
}

/** The error with more in its description. @param advice may be empty */
export function withAdvice<T extends NodeError>(error: T, advice: string): T {
	if (advice !== '') error.description = joinedTexts([sentence(error.description ?? ''), advice]);
	return error;
}

function apiError(node: INode, error: ServiceError, place: { itemIndex?: number }): NodeApiError {
	const { message, description, status, kind } = error;
	const code = status === undefined ? {} : { httpCode: String(status) };
	const options = { message, description, level: 'warning' as const, ...code, ...place };
	const nodeError = new NodeApiError(node, { message }, options);
	nodeError.context.data = { kind };
	return nodeError;
}

/** The output item of an input item that failed. */
export function failedItem(
	error: NodeError,
	{ node, itemIndex }: { node: INode; itemIndex: number },
): INodeExecutionData {
	const { data } = error.context as { data?: Json };
	const description = error.description ? { description: error.description } : {};
	const json = { error: error.message, ...description, ...data };
	return withError({ json, pairedItem: { item: itemIndex } }, error, node);
}

/**
 * An output item that goes to the error output, if the node has one.
 *
 * For the error output, n8n looks for `error` in an item, and copies the item together with the fields of the input
 * item. It then replaces the json of every item that still has `error` by the message. Therefore `error` is not
 * enumerable: n8n finds it, but copies do not have it. An item for the regular output is not copied, so it never gets
 * `error` at all.
 */
export function withError(
	item: INodeExecutionData,
	error: NodeError,
	{ onError }: INode,
): INodeExecutionData {
	if (onError !== 'continueErrorOutput') return item;
	return Object.defineProperty(item, 'error', { value: error, enumerable: false });
}

/**
 * The error of an execution that was stopped, or that timed out. n8n recognizes these by the word
 * "canceled", and shows them as canceled instead of failed.
 * @param progress what was done until then. It is a part of the message, which is all that n8n's log has after Stop.
 * @param description what the user can do next
 */
export function canceledError(
	node: INode,
	{ progress, description }: { progress?: string; description?: string },
): NodeOperationError {
	const message = joinedTexts(['The execution was canceled', progress], '. ');
	return new NodeOperationError(node, message, description === undefined ? {} : { description });
}

/**
 * One error for all bad items, so that the user can fix them together.
 * @param bad the errors by item index; at least one
 * @param consequence what it means for the other items
 */
export function badItemsError(
	node: INode,
	bad: ReadonlyMap<number, unknown>,
	itemCount: number,
	consequence = '',
): NodeApiError | NodeOperationError {
	const [first = 0] = bad.keys();
	const cause = asError(bad.get(first));
	const isAlike = [...bad.values()].every((other) => asError(other).message === cause.message);
	// If every item fails with the same message, the fault lies in something that they share.
	const isShared = isAlike && bad.size > 1 && bad.size === itemCount;
	const error = toNodeError(node, cause, isShared ? undefined : first);
	if (bad.size > 1 && !isShared) {
		error.message = `${bad.size} of ${itemCount} items cannot be used: items ${listed([...bad.keys()])}. Item ${first}: ${cause.message}`;
	}
	return withAdvice(error, consequence);
}
