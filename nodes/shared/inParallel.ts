/**
 * Runs a task for each element, at most `limit` at the same time, begun in their order. The first
 * failure lets those under way come to rest, begins no more, and is thrown.
 */
export async function inParallel<T>(
	elements: readonly T[],
	limit: number,
	task: (element: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	let failure: { error: unknown } | undefined;
	const work = async () => {
		while (next < elements.length && !failure) {
			const element = elements[next++] as T;
			try {
				await task(element);
			} catch (error) {
				failure ??= { error };
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, elements.length) }, work));
	if (failure) throw failure.error;
}
