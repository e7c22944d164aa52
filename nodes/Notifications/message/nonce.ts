import { hash } from 'node:crypto';
import type { Label, Params } from './message';

type OwnId = Record<'id' | 'person' | 'template', string>;

export function nonceOfId({ id, person, template }: OwnId): string {
	return sha256(['v1', 'idPhoneTemplate', id, person, template]);
}

export interface NonceContent {
	template: string;
	person: string;
	params: Params;
	labels: Label[];
	/** `day 2026-11-21`; `content` for ever; `test …`, so that a test uses up no real nonce. */
	scope: string;
}

/**
 * The same in every run and on every version of this package (section 2.6), so its canonical form
 * is fixed: SHA-256, as hex, of the UTF-8 JSON of `["v1", scope, template, person, [[key, value],
 * …], [label, …]]`, with all keys sorted.
 */
export function nonceOfContent({ template, person, params, labels, scope }: NonceContent): string {
	const sorted = sortedEntries(params).map(([key, value]) => [key, inOrder(value)]);
	return sha256(['v1', scope, template, person, sorted, labels]);
}

function sha256(parts: unknown[]): string {
	return hash('sha256', JSON.stringify(parts), 'hex');
}

function sortedEntries(fields: object): Array<[string, unknown]> {
	return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}

function inOrder(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(inOrder);
	return Object.fromEntries(sortedEntries(value).map(([key, inner]) => [key, inOrder(inner)]));
}
