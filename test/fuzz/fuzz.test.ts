import { Random } from './random';
import { TARGETS } from './targets';

// `npm run fuzz` goes on for as long as one likes, with other seeds.
const INPUTS: Record<string, number> = { csv: 1_500, gzip: 800, text: 1_000 };

it.each(TARGETS)('$name holds for made-up inputs', ({ name, once }) => {
	expect(() => {
		for (let seed = 1; seed <= (INPUTS[name] ?? 0); seed++) once(new Random(seed), seed);
	}).not.toThrow();
});
