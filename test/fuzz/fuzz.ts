import { TARGETS } from './targets';

const BLOCK = 500;

/* `npm run fuzz -- 5 1234`: five minutes, from a given seed on. */
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
