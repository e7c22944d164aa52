import type { JsonObject } from '../shared/json';
import type { Status } from './run';

/** What happens to a field of the input item that has the name of a field of this node. */
type InInput =
	/** It stays, unless this run writes it as well, as it does for nearly all items. */
	| 'kept'
	/**
	 * It is removed, because only some items of the output have it: it would look as if it came from this run. If it is
	 * `error`, n8n would even take the item for a failed one.
	 */
	| 'removed'
	/** Other items have fields of this name as well, so it is only removed from the output of an earlier Notifications node. */
	| 'removedFromResults';

/** The fields that this node writes into its output, apart from `phone`. */
const FIELDS: Record<string, InInput> = {
	status: 'kept',
	reason: 'removed',
	error: 'removed',
	description: 'removedFromResults',
	kind: 'removedFromResults',
	mayHaveBeenSent: 'removed',
	test: 'removed',
	sentTo: 'removed',
	template: 'kept',
	nonce: 'kept',
	notificationId: 'removed',
	messageIds: 'removed',
	response: 'removed',
	user: 'removedFromResults',
	preview: 'removed',
	warnings: 'removed',
	request: 'removed',
	details: 'removedFromResults',
};

/**
 * The names of these fields. *All Fields of the Item* does not send them, because some of them differ in each run, and
 * so the nonce would.
 */
export const OWN_FIELDS = Object.keys(FIELDS);

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
	const isResult = isEarlierResult(input);
	const json = { ...input };
	for (const [name, inInput] of Object.entries(FIELDS)) {
		if (inInput === 'removed' || (inInput === 'removedFromResults' && isResult)) delete json[name];
	}
	// In the error output, "details" holds the result of an item that failed.
	if (isFailureDetails(json['details'])) delete json['details'];
	return json;
}

function isFailureDetails(details: unknown): boolean {
	return typeof details === 'object' && details !== null && 'mayHaveBeenSent' in details;
}
