import type { JsonObject } from '../shared/jsonObject';
import type { Outcome } from './message/message';

/**
 * The fields that this node writes into its output, apart from `phone`. *All Fields of the Item* does
 * not send them, as some differ in each run, and so would the nonce.
 */
export const OWN_FIELDS = [
	'status',
	'reason',
	'error',
	'description',
	'kind',
	'mayHaveBeenSent',
	'test',
	'sentTo',
	'template',
	'nonce',
	'notificationId',
	'messageIds',
	'response',
	'user',
	'preview',
	'warnings',
	'request',
	'details',
];

/**
 * What this node writes into some items only. If an item already has such a field, it must go: it would
 * read as if this run had said it. By an `error`, n8n would even take the item for a failed one.
 */
const RESULTS = [
	'reason',
	'error',
	'mayHaveBeenSent',
	'test',
	'sentTo',
	'notificationId',
	'messageIds',
	'response',
	'preview',
	'warnings',
	'request',
];

/** Names that items of all kinds have, such as the description of a product. */
const COMMON_NAMES = ['description', 'kind', 'user', 'details'];

/** A table, because a new status does not compile until it is here. */
const STATUSES: Record<Outcome['status'], true> = {
	accepted: true,
	alreadySent: true,
	skipped: true,
	failed: true,
	preview: true,
};

/** Whether an item comes from an earlier Notifications node: it has a status, and how it came about. */
export function isEarlierResult({ status, nonce, template, mayHaveBeenSent }: JsonObject): boolean {
	if (typeof status !== 'string' || !Object.hasOwn(STATUSES, status)) return false;
	const isOfMessage = typeof nonce === 'string' && typeof template === 'string';
	return isOfMessage || typeof mayHaveBeenSent === 'boolean';
}

/** What is passed on of an input item: all but what an earlier Notifications node has said of it. */
export function passedOn(input: JsonObject): JsonObject {
	const json = { ...input };
	for (const name of RESULTS) delete json[name];
	const isResult = isEarlierResult(input);
	// The error output has the result of an item that failed in "details".
	const { details } = input as { details?: JsonObject | null };
	if (isResult || isFailureDetails(details)) delete json['details'];
	if (!isResult) return json;
	for (const name of COMMON_NAMES) delete json[name];
	return json;
}

function isFailureDetails(details: unknown): boolean {
	return typeof details === 'object' && details !== null && 'mayHaveBeenSent' in details;
}
