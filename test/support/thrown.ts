/** What the work throws. @throws if it throws nothing */
export function thrownBy<T extends Error>(work: () => unknown): T {
	try {
		work();
	} catch (error) {
		return error as T;
	}
	throw new Error('Nothing was thrown');
}
