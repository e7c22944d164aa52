/**
 * Input items whose rows go to a sub-workflow. None begins before the files of all are known to be
 * good, or have failed; then one begins when those before it are over, so that rows come in order and
 * a failure finds no other half passed on.
 */
export class Turns {
	readonly #turns = new Map<string, Turn>();
	/** Jobs whose rows were all passed on, in any turn. */
	readonly passedOn: string[] = [];

	/**
	 * Called for each input item before any of them begins.
	 *
	 * @param key items with equal keys share one turn
	 */
	join(key: unknown): Turn {
		const name = JSON.stringify(key);
		const turn = this.#turns.get(name) ?? new Turn(name, this, [...this.#turns.values()].at(-1));
		this.#turns.set(name, turn);
		return turn;
	}

	/** Resolves when no turn has to get ready any more. */
	async allReady(): Promise<void> {
		await Promise.all([...this.#turns.values()].map(({ ready }) => ready.promise));
	}
}

export class Turn {
	readonly ready = new Gate();
	readonly #end = new Gate();
	readonly #turns: Turns;
	readonly #before: Promise<unknown>;
	/** Resolves when this turn and all before it are over. */
	readonly over: Promise<unknown>;

	/** @param key of the items that share it */
	constructor(
		readonly key: string,
		turns: Turns,
		before: Turn | undefined,
	) {
		this.#turns = turns;
		this.#before = before?.over ?? Promise.resolve();
		this.over = Promise.all([this.#before, this.#end.promise]);
	}

	get passedOn(): string[] {
		return this.#turns.passedOn;
	}

	/** Called with good files: resolves when their rows may be passed on. */
	async begin(): Promise<void> {
		this.ready.open();
		await this.#turns.allReady();
		await this.#before;
	}

	/** Must be called in any case, also if it never began. */
	end(): void {
		this.ready.open();
		this.#end.open();
	}
}

/** Stays open once it is. */
class Gate {
	open: () => void = () => {};
	readonly promise = new Promise<void>((resolve) => {
		this.open = resolve;
	});
}
