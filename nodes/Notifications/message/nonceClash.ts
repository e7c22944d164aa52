import { InputError } from '../../shared/errors';
import type { Message } from './message';

/** Finds messages that have the nonce of another one without being the same message. */
export class NonceClash {
	readonly #first = new Map<string, Message>();

	/** @throws InputError where the service would take the message for another one, and not send it */
	check(message: Message): void {
		const { nonce, phone } = message.user;
		if (nonce === '') return;
		const first = this.#first.get(nonce);
		if (!first) return void this.#first.set(nonce, message);
		if (first.user.phone === phone && first.template === message.template) return;
		throw new InputError(
			`The ID "${nonce.slice(0, 40)}" is that of item ${first.itemIndex} too, which has another phone or template`,
			'The service sends one notification for each ID. Choose Unique Per > ID, Phone and Template, or give each item an ID of its own.',
		);
	}
}
