import type { Message } from '../message/message';

/** The messages of one request. */
export interface Batch {
	index: number;
	accountId: string;
	flowId: string;
	template: string;
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
		const key = JSON.stringify([accountId, flowId, template, user.nonce !== '']);
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
