/** One notification that a user really received. */
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
	private readonly nonces = new Set<string>();

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
	}
}
