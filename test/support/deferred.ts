export interface Deferred {
	promise: Promise<void>;
	resolve(): void;
}

/** A promise that a test resolves itself, to say when something goes on. */
export function deferred(): Deferred {
	let resolve = () => {};
	const promise = new Promise<void>((resolvePromise) => {
		resolve = resolvePromise;
	});
	return { promise, resolve };
}
