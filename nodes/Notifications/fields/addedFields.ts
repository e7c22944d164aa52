import type { JsonObject } from '../../shared/json';
import { isResult, OWN_FIELDS, SHARED_FIELDS } from '../outputItem';

/* The fields of an item that *All Fields of the Item* does not send, because n8n or this node has added them. */

/**
 * The fields that n8n's own nodes add to items, as found in the code of n8n 1.123 and 2.41. They are no content of a
 * message, and some of them change from run to run: the same message would get another nonce, and would be sent
 * again. The fields of an app or a database, such as `id`, are data, and are sent.
 */
export const N8N_FIELDS = [
	// Google Sheets, its trigger, and the Evaluation trigger.
	'row_number',
	'change_type',
	'_rowsLeft',
	// Form Trigger.
	'submittedAt',
	'formMode',
	'formQueryParameters',
	// Webhook.
	'webhookUrl',
	'executionMode',
	// A call by an AI agent.
	'toolCallId',
];

/**
 * The parts of a request that the Webhook node has received. Other nodes use these names as well, so they are sent
 * unless the item also has the other fields of the Webhook node.
 */
export const WEBHOOK_FIELDS = ['headers', 'params', 'query', 'body'];

/**
 * The times that a Data Table of n8n keeps for each row, of which one changes whenever a workflow writes to the row.
 * Other apps have fields of these names, so they are sent unless the item has all columns of a Data Table.
 */
export const DATA_TABLE_FIELDS = ['createdAt', 'updatedAt'];

/**
 * The names of the fields that n8n or this node has added, and of those that hold the phone.
 * @param used the parameters of the template, which are sent in any case
 * @param phones the fields that Phone is taken from
 */
export function addedFields(
	json: JsonObject,
	{ used, phones }: { used: readonly string[]; phones: readonly string[] },
): Set<string> {
	const added = new Set<string>([...phones, ...OWN_FIELDS, ...N8N_FIELDS]);
	const isOfWebhook = 'webhookUrl' in json && 'executionMode' in json;
	if (isOfWebhook) WEBHOOK_FIELDS.forEach((name) => added.add(name));
	const isOfDataTable =
		typeof json.id === 'number' && DATA_TABLE_FIELDS.every((name) => name in json);
	if (isOfDataTable) DATA_TABLE_FIELDS.forEach((name) => added.add(name));
	for (const name of used) added.delete(name);
	// In a result of this node, "status" is certainly not the status of an order.
	if (isResult(json)) [...OWN_FIELDS, ...SHARED_FIELDS].forEach((name) => added.add(name));
	return added;
}
