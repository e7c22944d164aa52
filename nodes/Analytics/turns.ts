import { raceAbort } from '../shared/abort';

/** Lets items that otherwise run side by side do something one after the other, in their order. */
export class Turns {
	readonly #signal: AbortSignal;
	/** When the turn of each item begins: once all items before it have finished. */
	readonly #begins: Array<Promise<unknown>> = [Promise.resolve()];
	#underWay: Promise<unknown> = Promise.resolve();
	#isClosed = false;

	/** @param signal ends the wait for a turn */
	constructor(signal: AbortSignal) {
		this.#signal = signal;
	}

	/** Adds the next item. @param finished resolves, and never rejects, when the item has finished */
	add(finished: Promise<unknown>): void {
		const begins = this.#begins.at(-1)!;
		this.#begins.push(begins.then(async () => await finished));
	}

	/** Does the work of an item in its turn. @throws the error of the work, or the reason of the signal */
	async take<T>(itemIndex: number, work: () => Promise<T>): Promise<T> {
		await raceAbort(this.#signal, async () => await this.#begins[itemIndex]);
		if (this.#isClosed) throw new Error('An item before this one has failed');
		const working = work();
		this.#underWay = working.catch(() => {});
		return await working;
	}

	/** No further turn begins. Resolves once the one under way is over. */
	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#underWay;
	}
}
