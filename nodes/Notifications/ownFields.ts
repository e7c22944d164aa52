import type { JsonObject } from '../shared/jsonObject';
import type { Status } from './run';

/**
 * The fields that this node writes into its output, apart from `phone`. *All Fields of the Item* does not send them,
 * because some of them differ in each run, and so the nonce would.
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
 * The fields that this node writes only into some of its items. If an input item already has such a field, it is
 * removed, because it would look as if it came from this run. If the field is `error`, n8n would even take the item for
 * a failed one.
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

/** Names that other items have as well, such as the description of a product. */
const COMMON_NAMES = ['description', 'kind', 'user', 'details'];

/** A table, because a new status does not compile until it is here. */
const STATUSES: Record<Status, true> = {
	accepted: true,
	alreadySent: true,
	skipped: true,
	failed: true,
	preview: true,
};

/** Whether an item is the output of an earlier Notifications node: it has a status, and further fields that belong to it. */
export function isEarlierResult({ status, nonce, template, mayHaveBeenSent }: JsonObject): boolean {
	if (typeof status !== 'string' || !Object.hasOwn(STATUSES, status)) return false;
	const isOfMessage = typeof nonce === 'string' && typeof template === 'string';
	return isOfMessage || typeof mayHaveBeenSent === 'boolean';
}

/** The fields of an input item that are passed on: all but those that an earlier Notifications node has added. */
export function passedOn(input: JsonObject): JsonObject {
	const json = { ...input };
	for (const name of RESULTS) delete json[name];
	const isResult = isEarlierResult(input);
	// In the error output, "details" holds the result of an item that failed.
	const { details } = input as { details?: JsonObject | null };
	if (isResult || isFailureDetails(details)) delete json['details'];
	if (!isResult) return json;
	for (const name of COMMON_NAMES) delete json[name];
	return json;
}

function isFailureDetails(details: unknown): boolean {
	return typeof details === 'object' && details !== null && 'mayHaveBeenSent' in details;
}
