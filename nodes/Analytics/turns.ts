import { raceAbort } from '../shared/abort';

/** Items run side by side. Turns let them do something one after the other, in the order of the input. */
export class Turns {
	readonly #signal: AbortSignal;
	/** For each item, a promise that resolves when its turn begins: once all items before it have finished. */
	readonly #begins: Array<Promise<unknown>> = [Promise.resolve()];
	#underWay: Promise<unknown> = Promise.resolve();
	#isClosed = false;

	/** @param signal ends the wait for a turn */
	constructor(signal: AbortSignal) {
		this.#signal = signal;
	}

	/** Adds the next item. @param finished resolves when the item has finished; it must never reject */
	add(finished: Promise<unknown>): void {
		const begins = this.#begins.at(-1)!;
		this.#begins.push(begins.then(async () => await finished));
	}

	/** Does the work of an item when its turn comes. @throws the error of the work, or the reason of the signal */
	async take<T>(itemIndex: number, work: () => Promise<T>): Promise<T> {
		await raceAbort(this.#signal, async () => await this.#begins[itemIndex]);
		if (this.#isClosed) throw new Error('An item before this one has failed');
		const working = work();
		this.#underWay = working.catch(() => {});
		return await working;
	}

	/** Lets no further turn begin. Resolves once the turn under way is over. */
	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#underWay;
	}
}
