import { InputError } from '../../shared/errors';
import type { Message } from '../message/message';

/** The messages of one request. */
export interface Batch {
	index: number;
	accountId: string;
	flowId: string;
	template: string;
	/** Of all its users, or of none. */
	hasNonces: boolean;
	messages: Message[];
}

export async function toBatches(
	messages: readonly Message[],
	size: number,
	pause: () => Promise<void> | undefined,
): Promise<Batch[]> {
	const batches: Batch[] = [];
	const open = new Map<string, Batch>();
	for (const message of messages) {
		await pause();
		const { accountId, flowId, template, user } = message;
		const hasNonces = user.nonce !== '';
		const key = JSON.stringify([accountId, flowId, template, hasNonces]);
		let batch = open.get(key);
		if (!batch || batch.messages.length >= size) {
			const to = { accountId, flowId, template, hasNonces };
			batch = { index: batches.length, ...to, messages: [] };
			batches.push(batch);
			open.set(key, batch);
		}
		batch.messages.push(message);
	}
	return batches;
}

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
