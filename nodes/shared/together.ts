/**
 * Runs tasks side by side. The first failure ends the others, and is thrown once all of them have
 * come to rest, so that nothing goes on behind the back of the caller.
 *
 * @param signal ends all of them from outside
 */
export async function together<T>(
	tasks: Array<(signal: AbortSignal) => Promise<T>>,
	signal: AbortSignal,
): Promise<T[]> {
	const others = new AbortController();
	const stop = AbortSignal.any([signal, others.signal]);
	let failure: { error: unknown } | undefined;

	const results = await Promise.all(
		tasks.map(async (task) => {
			try {
				return await task(stop);
			} catch (error) {
				failure ??= { error };
				others.abort(error);
				return undefined;
			}
		}),
	);
	if (failure) throw failure.error;
	return results as T[];
}
