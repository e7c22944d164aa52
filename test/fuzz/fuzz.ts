import { Random } from './random';
import { TARGETS } from './targets';

/*
 * Tries the reader of bulk files with made-up inputs, compared with csv-parse, zlib and TextDecoder:
 * `npm run fuzz -- 5` for five minutes, `npm run fuzz -- 5 1234` from a given seed on.
 */

const BLOCK = 100;
const REPORT_MS = 10_000;

export function main(): void {
	const minutes = Number(process.argv[2] ?? 1);
	const firstSeed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
	const started = performance.now();
	const counts = new Map(TARGETS.map(({ name }) => [name, 0]));
	const times = new Map(TARGETS.map(({ name }) => [name, 0]));
	console.log(`From seed ${firstSeed} on, for ${minutes} minutes`);

	let reported = started;
	for (let seed = firstSeed; performance.now() - started < minutes * 60_000; seed += BLOCK) {
		for (const { name, once } of TARGETS) {
			const from = performance.now();
			for (let next = seed; next < seed + BLOCK; next++) once(new Random(next), next);
			counts.set(name, (counts.get(name) ?? 0) + BLOCK);
			times.set(name, (times.get(name) ?? 0) + performance.now() - from);
		}
		if (performance.now() - reported > REPORT_MS) {
			reported = performance.now();
			console.log(
				`${((reported - started) / 1000).toFixed(0)} s: ${[...counts.values()].join(', ')}`,
			);
		}
	}

	for (const [name, count] of counts) {
		const rate = count / ((times.get(name) ?? 0) / 1000);
		console.log(`${name}: ${count} inputs, ${rate.toFixed(0)} a second`);
	}
	const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
	console.log(`${total} inputs, none dealt with wrongly`);
}
