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

/** @param pause lets n8n do other work */
export async function toBatches(
	messages: readonly Message[],
	{ size, pause }: { size: number; pause(): Promise<void> | undefined },
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
