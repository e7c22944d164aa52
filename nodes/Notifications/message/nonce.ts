import { hash } from 'node:crypto';
import type { Label } from './labels';
import type { Params } from './message';

/** What may be sent once for an ID of the user's own. */
export interface OwnId {
	id: string;
	/** E.164 */
	phone: string;
	template: string;
	/** What the ID is unique with: `id` alone is sent as it is. */
	unique: 'id' | 'idPhone' | 'idPhoneTemplate';
}

/** The nonce of a notification with an ID of the user's own, the same in every run. */
export function ownNonce({ id, phone, template, unique }: OwnId): string {
	if (unique === 'id') return id;
	const parts = unique === 'idPhone' ? [id, phone] : [id, phone, template];
	return hash('sha256', JSON.stringify(['v1', unique, ...parts]), 'hex');
}

/** The nonce of a test, which uses up no real one and is sent again by the next execution. */
export function testNonce(executionId: string, itemIndex: number): string {
	return hash('sha256', JSON.stringify(['v1', 'test', executionId, itemIndex]), 'hex');
}

export interface NonceContent {
	template: string;
	/** E.164 */
	phone: string;
	params: Params;
	labels: Label[];
	/** What the nonce is good for: `day 2026-11-21`, `content`, or `execution 1234`. */
	scope: string;
}

/**
 * The nonce of a message (section 2.6): the same message to the same phone in the same scope has the
 * same nonce, in every run and on every version of this package, so that the service sends it once.
 *
 * Canonical form, version 1: SHA-256, as hex, of the UTF-8 JSON of
 * `["v1", scope, template, phone, [[key, value], …] sorted by key, [label, …]]`. Values that are objects
 * have their keys sorted too.
 */
export function autoNonce({ template, phone, params, labels, scope }: NonceContent): string {
	const sorted = sortedEntries(params).map(([key, value]) => [key, inOrder(value)]);
	const canonical = JSON.stringify(['v1', scope, template, phone, sorted, labels]);
	return hash('sha256', canonical, 'hex');
}

function sortedEntries(fields: object): Array<[string, unknown]> {
	return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The same value, whatever the order of its keys. */
function inOrder(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(inOrder);
	return Object.fromEntries(sortedEntries(value).map(([key, inner]) => [key, inOrder(inner)]));
}
