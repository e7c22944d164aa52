import { hash } from 'node:crypto';
import type { Label } from './labels';

export interface NonceContent {
	template: string;
	/** E.164 */
	phone: string;
	params: Record<string, string>;
	labels: Label[];
	/** What the nonce is good for: `day 2026-11-21`, `content`, or `execution 1234`. */
	scope: string;
}

/**
 * The nonce of a message (section 2.6): the same message to the same phone in the same scope has the
 * same nonce, in every run and on every version of this package, so that the service sends it once.
 *
 * Canonical form, version 1: SHA-256, as hex, of the UTF-8 JSON of
 * `["v1", scope, template, phone, [[key, value], …] sorted by key, [label, …]]`.
 */
export function autoNonce({ template, phone, params, labels, scope }: NonceContent): string {
	const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
	const canonical = JSON.stringify(['v1', scope, template, phone, sorted, labels]);
	return hash('sha256', canonical, 'hex');
}
