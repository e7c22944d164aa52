import fc from 'fast-check';
import { csvTarget } from './csvTarget';
import { gzipTarget } from './gzipTarget';
import { textTarget } from './textTarget';

type Given = { seed: number; numRuns: number };

/** Each fails with the smallest input that it finds, and what is needed to see it again. */
export const TARGETS = {
	csv: (given: Given) => fc.assert(csvTarget, given),
	gzip: (given: Given) => fc.assert(gzipTarget, given),
	text: (given: Given) => fc.assert(textTarget, given),
};

const BLOCK = 500;

/*
 * Tries the reader of bulk files with made-up inputs, compared with csv-parse, zlib and TextDecoder:
 * `npm run fuzz -- 5` for five minutes, `npm run fuzz -- 5 1234` from a given seed on.
 */
export function main(): void {
	const minutes = Number(process.argv[2] ?? 1);
	const firstSeed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
	console.log(`From seed ${firstSeed} on, for ${minutes} minutes`);
	const counts: Record<string, number> = {};
	const until = performance.now() + minutes * 60_000;
	for (let seed = firstSeed; performance.now() < until; seed++) {
		for (const [name, check] of Object.entries(TARGETS)) {
			check({ seed, numRuns: BLOCK });
			counts[name] = (counts[name] ?? 0) + BLOCK;
		}
	}
	console.log(`Inputs, none dealt with wrongly: ${JSON.stringify(counts)}`);
}
