import { InputError } from '../../shared/errors';
import type { Message } from '../message/message';

const IDENTITY = ['accountId', 'flowId', 'template', 'person'] as const;

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
			`The ID "${nonce.slice(0, 40)}" is also used by item ${first.itemIndex} with a different phone, template, account or flow`,
			'The service sends one notification for each nonce. Choose Send Once > Per ID, or give each item an ID of its own.',
		);
	}
}
