import { hash } from 'node:crypto';
import { InputError } from '../../shared/errors';
import type { Message } from './message';

type Sender = Pick<Message, 'accountId' | 'flowId' | 'template' | 'recipientKey'>;
export type Content = Sender & Pick<Message['user'], 'params' | 'labels'>;

export function nonceOfId(
	{ accountId, flowId, template, recipientKey }: Sender,
	id: string,
): string {
	return sha256(['v1', 'id', accountId, flowId, template, recipientKey, id]);
}

/**
 * The same in every run and on every version of this package (section 2.6), so its canonical form
 * is fixed: SHA-256, as hex, of the UTF-8 JSON of `["v1", scope, account, flow, template, recipient key,
 * [[key, value], …], [label, …]]`, with all keys sorted; without labels, their list is empty.
 * @param scope `day 2026-11-21`; `content` for ever; `test …`, so that a test uses up no real nonce
 */
export function nonceOfContent(content: Content, scope: string): string {
	const { accountId, flowId, template, recipientKey, params, labels = [] } = content;
	const sorted = sortedEntries(params).map(([key, value]) => [key, inOrder(value)]);
	return sha256(['v1', scope, accountId, flowId, template, recipientKey, sorted, labels]);
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

const IDENTITY = ['accountId', 'flowId', 'template', 'recipientKey'] as const;

/** The service sends each nonce once (section 2.6). */
export class Nonces {
	readonly #first = new Map<string, Message>();

	/** @throws InputError where the service might take the message for another one */
	earlier(message: Message): Message | undefined {
		const { nonce } = message.user;
		if (nonce === '') return undefined;
		const first = this.#first.get(nonce);
		if (!first) this.#first.set(nonce, message);
		if (!first || IDENTITY.every((name) => first[name] === message[name])) return first;
		throw new InputError(
			`The nonce "${nonce.slice(0, 40)}" is also used by item ${first.itemIndex} with a different phone, template, account or flow`,
			'The service sends one notification for each nonce. Choose Send Once > Once per Order or Event ID, or give each item a nonce of its own.',
		);
	}
}
