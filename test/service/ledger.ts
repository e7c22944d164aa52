import { createHash } from 'node:crypto';

export interface Received {
	phone: string;
	nonce: string;
	type: string;
	params: Record<string, unknown>;
	labels: unknown[];
	accountId: string;
	flowId: string;
	time: number;
}

/** What users received, and the nonces that were seen: both outlive single requests. */
export class Ledger {
	readonly entries: Received[] = [];
	readonly #counts = new Map<string, number>();
	private readonly nonces = new Set<string>();

	idOf(phone: string): string {
		const earlier = this.#counts.get(phone) ?? 0;
		this.#counts.set(phone, earlier + 1);
		return createHash('sha256').update(`${phone} ${earlier}`).digest('hex').slice(0, 24);
	}

	knows(nonce: string): boolean {
		return nonce !== '' && this.nonces.has(nonce);
	}

	/** 2.6: with a nonce that was seen before, nothing is sent. */
	notify(received: Received): void {
		if (this.knows(received.nonce)) return;
		if (received.nonce !== '') this.nonces.add(received.nonce);
		this.entries.push(received);
	}

	reset(): void {
		this.entries.length = 0;
		this.nonces.clear();
		this.#counts.clear();
	}
}
