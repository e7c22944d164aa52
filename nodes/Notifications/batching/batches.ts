import type { Message } from '../message/message';

/** Messages that go in one request: same account, flow and template. */
export interface Batch {
	index: number;
	accountId: string;
	flowId: string;
	template: string;
	messages: Message[];
}

/** Groups messages into requests of at most `size` users, in the order of the items. */
export function toBatches(messages: Message[], size: number): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string, Batch>();
	for (const message of messages) {
		const { accountId, flowId, template } = message;
		const key = JSON.stringify([accountId, flowId, template]);
		let batch = open.get(key);
		if (!batch || batch.messages.length >= size) {
			batch = { index: batches.length, accountId, flowId, template, messages: [] };
			batches.push(batch);
			open.set(key, batch);
		}
		batch.messages.push(message);
	}
	return batches;
}

/**
 * Takes out messages whose nonce an earlier one of the same run has: the service would not send
 * them (section 2.6).
 */
export function withoutDuplicates(messages: Message[]): {
	unique: Message[];
	/** Item index of a duplicate to that of the message which goes in its place. */
	duplicates: Map<number, number>;
} {
	const unique: Message[] = [];
	const duplicates = new Map<number, number>();
	const firstByNonce = new Map<string, number>();
	for (const message of messages) {
		const { nonce } = message.user;
		const first = firstByNonce.get(nonce);
		if (first !== undefined) {
			duplicates.set(message.itemIndex, first);
			continue;
		}
		if (nonce !== '') firstByNonce.set(nonce, message.itemIndex);
		unique.push(message);
	}
	return { unique, duplicates };
}
