import { hash } from 'node:crypto';
import { InputError } from '../../shared/errors';
import { tidy } from '../../shared/visibleText';
import type { Message } from './message';

/** Who gets which template from whom. If two messages differ in it, the second must not have the nonce of the first. */
const IDENTITY = ['accountId', 'flowId', 'template', 'recipientKey'] as const;
type Identity = Pick<Message, (typeof IDENTITY)[number]>;
export type Content = Identity & Pick<Message['user'], 'params' | 'labels'>;

/** The nonce of Once per Order or Event ID: the same for all messages of a template to a user with the same ID. */
export function nonceOfId(
	{ accountId, flowId, template, recipientKey }: Identity,
	id: string,
): string {
	return sha256(['v1', 'id', accountId, flowId, template, recipientKey, id]);
}

/**
 * The nonce of a message with this content: all that is sent, though texts that look the same are the same. It must be the
 * same in every run, and in every version of this package (section 2.6). Therefore its form never changes: the SHA-256, as
 * hex, of the UTF-8 JSON of `["v1", scope, account, flow, template, recipient key, [[key, value], …], [label, …]]`, with
 * all keys sorted. Without labels, their list is empty.
 * @param scope messages of different scopes have different nonces: `day 2026-11-21` for a day, and `content` for ever
 */
export function nonceOfContent(content: Content, scope: string): string {
	const { accountId, flowId, template, recipientKey, params, labels = [] } = content;
	const sorted = sortedEntries(params).map(([key, value]) => [key, comparable(value)]);
	return sha256(['v1', scope, accountId, flowId, template, recipientKey, sorted, labels]);
}

function sha256(parts: unknown[]): string {
	return hash('sha256', JSON.stringify(parts), 'hex');
}

function sortedEntries(fields: object): Array<[string, unknown]> {
	return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}

function comparable(value: unknown): unknown {
	if (typeof value === 'string') return tidy(value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(comparable);
	return Object.fromEntries(sortedEntries(value).map(([key, inner]) => [key, comparable(inner)]));
}

/** The nonces of a run. The service sends each nonce once (section 2.6). */
export class Nonces {
	readonly #first = new Map<string, Message>();
	readonly #ownerBefore: (message: Message) => string | undefined;

	/** @param ownerBefore who got a message with this nonce before the run */
	constructor(ownerBefore: (message: Message) => string | undefined) {
		this.#ownerBefore = ownerBefore;
	}

	/**
	 * Remembers a message.
	 * @returns the first message of the run with the same nonce, if this is not the first
	 * @throws InputError if they have the same nonce, but different users or templates: the service would take the
	 * second for the first, and send it to nobody
	 */
	firstWithNonceOf(message: Message): Message | undefined {
		const { nonce } = message.user;
		if (nonce === '') return undefined;
		const first = this.#first.get(nonce);
		const owner = first ? ownerOf(first) : this.#ownerBefore(message);
		if (owner !== undefined && owner !== ownerOf(message)) {
			const byWhom = first ? `item ${first.itemIndex}` : 'an earlier message of this execution';
			throw new InputError(
				`The nonce "${nonce.slice(0, 40)}" is also used by ${byWhom} with a different phone, template, account or flow`,
				'The service sends one notification for each nonce. Choose Send Once > Once per Order or Event ID, or give each item a nonce of its own.',
			);
		}
		if (!first) this.#first.set(nonce, message);
		return first;
	}
}

/** Who gets which template from whom, as a hash, since n8n stores it with the execution. */
export function ownerOf(message: Message): string {
	return sha256(IDENTITY.map((name) => message[name]));
}
