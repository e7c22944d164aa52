import '../engine/isolateHome';
import { realSeconds } from '../support/quickWaits';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rows, runMatrix } from './matrix';
import { measure, measureHere, memoryCases } from './memory';
import { pool } from './pool';
import { report } from './report';

/*
 * Every fault on every call, in n8n's engine and over real sockets: `npm run faults`, with
 * `-- --write` for docs/reports/faults.md, with `-- --only 'gzip|reset'` for some rows.
 */

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			write: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
			measure: { type: 'string' },
		},
	});
	if (values.measure !== undefined) {
		await measureHere(values.measure);
		// Older engines, seen up to 2.20, keep a process alive.
		process.once('disconnect', () => process.exit());
		return;
	}
	const strays: unknown[] = [];
	process.on('unhandledRejection', (reason) => strays.push(reason));
	process.on('uncaughtException', (error) => strays.push(error));

	const started = realSeconds();
	const only = new RegExp(values.only);
	const [results, memory] = await Promise.all([
		runMatrix(rows.filter(({ name }) => only.test(name))),
		// In a process of its own, beside the others.
		pool(only.test('memory') ? memoryCases : [], 1, measure),
	]);
	const { text, problems, passed, failed } = report({ results, memory, strays });
	console.log(text);
	if (values.write) writeFileSync('docs/reports/faults.md', text);
	for (const { output, growth } of memory) console.log(`Memory: ${output} grew by ${growth} MB.`);
	for (const problem of problems) console.log(problem);
	console.log(`Took ${Math.round(realSeconds() - started)} s.`);
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}
