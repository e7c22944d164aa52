interface Task {
	result: Promise<unknown>;
	controller: AbortController;
	waiting: number;
}

/**
 * Work that several input items need is done once, and all of them get its result, or its error. It
 * ends early only when none of them waits for it any more.
 */
export class SharedWork {
	readonly #tasks = new Map<string, Task>();

	/** How many different pieces of work there are so far. */
	get size(): number {
		return this.#tasks.size;
	}

	/**
	 * @param key what the work depends on, as JSON
	 * @param signal ends the waiting of this item
	 * @param work begun if no other item has begun it
	 */
	async of<T>(
		key: unknown,
		signal: AbortSignal,
		work: (signal: AbortSignal) => Promise<T>,
	): Promise<{ result: T; isFirst: boolean }> {
		signal.throwIfAborted();
		const name = JSON.stringify(key);
		const known = this.#tasks.get(name);
		const task = known ?? this.#begin(name, work);
		return { result: (await this.#wait(name, task, signal)) as T, isFirst: !known };
	}

	#begin(name: string, work: (signal: AbortSignal) => Promise<unknown>): Task {
		const controller = new AbortController();
		const task = { result: work(controller.signal), controller, waiting: 0 };
		this.#tasks.set(name, task);
		return task;
	}

	async #wait(name: string, task: Task, signal: AbortSignal): Promise<unknown> {
		task.waiting += 1;
		// All items have the same signal, and Node.js warns of many listeners on one.
		const own = AbortSignal.any([signal]);
		let leave = () => {};
		const left = new Promise<never>((_, reject) => {
			leave = () => {
				task.waiting -= 1;
				if (task.waiting > 0) return reject(signal.reason as Error);
				// The last one stays until the work has come to rest, so that nothing goes on unseen.
				this.#tasks.delete(name);
				task.controller.abort(signal.reason);
			};
			own.addEventListener('abort', leave, { once: true });
		});
		try {
			return await Promise.race([task.result, left]);
		} finally {
			own.removeEventListener('abort', leave);
		}
	}
}
