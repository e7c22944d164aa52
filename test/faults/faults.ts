import '../engine/isolateHome';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rows, runMatrix } from './matrix';
import { report } from './report';

/*
 * Every fault on every call, in n8n's engine and over real sockets: `npm run faults`, with
 * `-- --write` for docs/faults.md, with `-- --only gzip` for some rows.
 */

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			write: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
		},
	});
	const strays: unknown[] = [];
	process.on('unhandledRejection', (reason) => strays.push(reason));
	process.on('uncaughtException', (error) => strays.push(error));

	const started = performance.now();
	const results = await runMatrix(rows.filter(({ name }) => name.includes(values.only)));
	const { text, problems, passed, failed } = report(results, strays);
	console.log(text);
	if (values.write) writeFileSync('docs/faults.md', text);
	for (const problem of problems) console.log(problem);
	console.log(`Took ${Math.round((performance.now() - started) / 1000)} s.`);
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

void main();
