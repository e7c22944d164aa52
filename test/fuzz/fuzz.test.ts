import { seeded } from '../support/cuts';
import { TARGETS } from './targets';

/* `RUNS=1000000 SEED=7 npx jest fuzz` runs for long, with other inputs. */

const RUNS = Number(process.env.RUNS ?? 1_000);
const SEED = Number(process.env.SEED ?? seeded(RUNS).seed);

it.each(Object.entries(TARGETS))('%s holds for generated inputs', (_, check) => {
	expect(() => check({ seed: SEED, numRuns: RUNS })).not.toThrow();
});
