import { csvTarget } from './csvTarget';
import { gzipTarget } from './gzipTarget';
import type { Random } from './random';
import { tryOnce } from './target';
import { textTarget } from './textTarget';

interface Fuzzed {
	name: string;
	/** @throws if the input that it makes up is not dealt with as it should be */
	once(random: Random, seed: number): void;
}

/** What is tried; each with the inputs that it makes up. */
export const TARGETS: Fuzzed[] = [
	{ name: csvTarget.name, once: (random, seed) => tryOnce(csvTarget, random, seed) },
	{ name: gzipTarget.name, once: (random, seed) => tryOnce(gzipTarget, random, seed) },
	{ name: textTarget.name, once: (random, seed) => tryOnce(textTarget, random, seed) },
];
