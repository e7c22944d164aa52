import fc from 'fast-check';

/** One seed for all properties, so that a failure comes back. */
export const seeded = (numRuns: number) => ({ seed: 20_250_214, numRuns });

export const pieceSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });

export function* pieces<T extends string | Uint8Array>(whole: T, sizes: number[]): Generator<T> {
	for (let at = 0, i = 0; at < whole.length; i++) {
		const end = at + sizes[i % sizes.length]!;
		yield whole.slice(at, end) as T;
		at = end;
	}
}
