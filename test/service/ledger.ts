import { createHash } from 'node:crypto';

/** A notification that a user has received. */
export interface Received {
	phone: string;
	/** Empty for a notification without one. */
	nonce: string;
	/** The ID of the template. */
	type: string;
	params: Record<string, unknown>;
	labels: unknown[];
	accountId: string;
	flowId: string;
	/** In milliseconds since 1970. */
	time: number;
}

/** What users have received, and the nonces that the service knows. */
export class Ledger {
	readonly entries: Received[] = [];
	readonly #nonces = new Set<string>();
	readonly #idsGiven = new Map<string, number>();

	/** Who was notified, as often as that happened. */
	get phones(): string[] {
		return this.entries.map(({ phone }) => phone);
	}

	/** @returns a new ID for a notification to these phones, the same ones in every run */
	newId(phones: string): string {
		const earlier = this.#idsGiven.get(phones) ?? 0;
		this.#idsGiven.set(phones, earlier + 1);
		return createHash('sha256').update(`${phones} ${earlier}`).digest('hex').slice(0, 24);
	}

	/** Section 2.6: with a nonce that the service has seen before, nothing is sent. */
	notify(received: Received): void {
		const { nonce } = received;
		if (nonce !== '') {
			if (this.#nonces.has(nonce)) return;
			this.#nonces.add(nonce);
		}
		this.entries.push(received);
	}

	reset(): void {
		this.entries.length = 0;
		this.#nonces.clear();
		this.#idsGiven.clear();
	}
}
