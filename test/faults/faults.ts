import '../engine/isolateHome';
import { rows, runRows } from './matrix';
import { measure, measureHere, memoryCases } from './memory';
import { pool, runMatrix } from './program';

/*
 * Every fault on every call, in n8n's engine and over real sockets: `npm run faults`, with
 * `-- --only 'gzip|reset'` for some rows. What is expected stands in `rows`:
 *
 * - works: the right result at the first call.
 * - recovers: the right result after another call, and every user notified exactly once.
 * - error: the run fails within bounded time with these words, and passes nothing on; with an error
 *   output each user stands there once, and says whether it may have been notified.
 * - waits: tries again for 30 minutes, with few calls, and then fails with these words.
 *
 * In all cells, nobody is notified twice, a job that may have been started twice is told of in a hint or
 * in the error, no text holds the token, and no other origin gets it.
 */

export async function main(): Promise<void> {
	const [flag, asked = ''] = process.argv.slice(2);
	if (flag === '--measure') return await measureHere(asked);
	await runMatrix(async (only) => {
		const [results, memory] = await Promise.all([
			runRows(rows.filter(({ name }) => only.test(name))),
			// In a process of its own, beside the others.
			pool(only.test('memory') ? memoryCases : [], 1, measure),
		]);
		return [...results, ...memory];
	});
}
