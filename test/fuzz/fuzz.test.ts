import { seeded } from '../support/cuts';
import { TARGETS } from './targets';

/** `RUNS=1000000 SEED=7 npx jest fuzz` goes on for long, with other inputs. */
const { RUNS = 1_000, SEED } = process.env;
const runs = { ...seeded(Number(RUNS)), ...(SEED ? { seed: Number(SEED) } : {}) };

it.each(Object.entries(TARGETS))('%s holds for made-up inputs', (_, check) => {
	expect(() => check(runs)).not.toThrow();
});
