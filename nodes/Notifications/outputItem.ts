import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { JsonObject } from '../shared/json';
import { failedItem } from '../shared/nodeErrors';
import type { Message } from './message/message';
import type { Result } from './message/result';

/** What a field of an input item is if it has the name of a field of this node. */
type InInput =
	/** It comes from this node, wherever it stands: nothing else has such a name, or means another thing by it. */
	| 'own'
	/** Other systems have fields of this name, so it only comes from this node if the item is one of its results. */
	| 'shared';

/** The fields of each output item, in their order. */
const FIELDS = {
	phone: 'shared',
	preview: 'shared',
	status: 'own',
	reason: 'shared',
	error: 'own',
	description: 'shared',
	warnings: 'shared',
	mayHaveBeenSent: 'own',
	sentTo: 'own',
	template: 'own',
	nonce: 'own',
	notificationId: 'own',
	messageIds: 'own',
	response: 'shared',
	user: 'shared',
	request: 'shared',
} as const satisfies Record<string, InInput>;

type OutputField = keyof typeof FIELDS;
type Fields = Partial<Record<OutputField, unknown>>;
export const OUTPUT_FIELDS = Object.keys(FIELDS) as OutputField[];

/** A table, because a new status does not compile until it is here. */
const STATUSES: Record<Result['status'], true> = {
	accepted: true,
	alreadySent: true,
	skipped: true,
	failed: true,
	preview: true,
};

/** Whether an item is a result of a Notifications node, or a part of one, such as a row of a table. */
export function isResult(json: JsonObject): boolean {
	const { status } = json;
	const hasStatus = typeof status === 'string' && Object.hasOwn(STATUSES, status);
	return hasStatus && OF_RESULTS.some((name) => name in json);
}

/** One of these, beside a status, shows that an item is a result. */
const OF_RESULTS = ['mayHaveBeenSent', 'sentTo', 'nonce', 'notificationId', 'messageIds'];

/**
 * The fields of an output item: those of this node, and then those of the input that have other names.
 * @param own what this run has to say. Where that is nothing, the field is null, unless the input has a field of its own
 * by this name: it must not be lost.
 */
export function withInput(own: Fields, input: JsonObject): JsonObject {
	const isEarlierResult = isResult(input);
	const json: JsonObject = {};
	for (const name of OUTPUT_FIELDS) {
		const isOfInput = FIELDS[name] === 'shared' && !isEarlierResult;
		json[name] = own[name] ?? (isOfInput ? input[name] : null) ?? null;
	}
	// In an object, the first spread decides the order of the fields, and the last one decides their values.
	return { ...json, ...input, ...json };
}

interface InputItem {
	node: INode;
	itemIndex: number;
	input: INodeExecutionData;
	/** Undefined if the item could not be read. */
	message: Message | undefined;
}

/**
 * The output item of an input item. All of them have the same fields in the same order, so that they fit into one
 * table, and then the fields and the files of their input items.
 */
export function outputItem(
	result: Result,
	{ node, itemIndex, input, message }: InputItem,
): INodeExecutionData {
	const item: INodeExecutionData =
		result.status === 'failed'
			? failedItem(result.error, { node, itemIndex })
			: { json: {}, pairedItem: { item: itemIndex } };
	const { error, description } = item.json;
	// An item that could not be read keeps what it has.
	const { phone, template } = message ?? input.json;
	const { nonce } = message?.user ?? input.json;
	const sentTo = message?.isTest && result.status !== 'skipped' ? message.user.phone : null;
	const own: Fields = { ...result, phone, template, nonce, sentTo, error, description };
	item.json = withInput(own, input.json) as INodeExecutionData['json'];
	if (input.binary) item.binary = input.binary;
	return item;
}
