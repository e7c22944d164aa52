export interface ParallelOptions {
	/** Ends all tasks from outside. */
	signal: AbortSignal;
	/** Tasks under way at the same time; without it, all of them. */
	limit?: number;
	/** Whether the first failure ends the tasks that are under way, or lets them finish. */
	onFailure: 'stopOthers' | 'letOthersFinish';
}

/**
 * Runs a task for each element, begun in their order. After the first failure no further task is
 * begun; it is thrown once all tasks have come to rest, so that nothing goes on unseen.
 *
 * @returns the results, in the order of the elements
 */
export async function inParallel<E, R>(
	elements: readonly E[],
	{ signal, limit = elements.length, onFailure }: ParallelOptions,
	task: (element: E, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
	const others = new AbortController();
	const stop = onFailure === 'stopOthers' ? AbortSignal.any([signal, others.signal]) : signal;
	const results: R[] = [];
	let failure: { error: unknown } | undefined;
	let next = 0;

	const work = async () => {
		while (next < elements.length && !failure) {
			const index = next++;
			try {
				results[index] = await task(elements[index] as E, stop);
			} catch (error) {
				failure ??= { error };
				others.abort(error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, elements.length) }, work));
	if (failure) throw failure.error;
	return results;
}
