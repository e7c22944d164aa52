import fc from 'fast-check';

/** All properties have the same seed, so that a failure can be reproduced. */
export function seeded(numRuns: number): { seed: number; numRuns: number } {
	return { seed: 20_250_214, numRuns };
}

/** The sizes of small pieces, for `pieces`. */
export const pieceSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });

/** Cuts a text, or bytes, into pieces of the given sizes. After the last size, it begins with the first one again. */
export function* pieces<T extends string | Uint8Array>(whole: T, sizes: number[]): Generator<T> {
	let start = 0;
	let count = 0;
	while (start < whole.length) {
		const end = start + sizes[count % sizes.length]!;
		yield whole.slice(start, end) as T;
		start = end;
		count += 1;
	}
}
