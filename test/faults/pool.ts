/** Runs tasks, at most `size` at the same time, and gives their results in the order of the tasks. */
export async function pool<T, R>(
	elements: readonly T[],
	size: number,
	task: (element: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const work = async () => {
		while (next < elements.length) {
			const at = next++;
			results[at] = await task(elements[at] as T);
		}
	};
	await Promise.all(Array.from({ length: size }, work));
	return results;
}
