import { seeded } from '../support/cuts';
import { TARGETS } from './targets';

// `npm run fuzz` goes on for as long as one likes, with other seeds.
it.each(Object.entries(TARGETS))('%s holds for made-up inputs', (_, check) => {
	expect(() => check(seeded(1_000))).not.toThrow();
});
