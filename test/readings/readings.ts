import '../engine/isolateHome';
import { realSeconds } from '../support/quickWaits';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pool } from '../faults/pool';
import { type Cell, runCell } from './cell';
import { groups } from './groups';
import { operations } from './operations';
import { report } from './report';

/*
 * What the nodes do however the service reads what the specification leaves open: `npm run readings`,
 * with `-- --write` for docs/reports/readings.md, with `-- --only envelope` for some of them.
 */

/** Most cells mostly wait. */
const AT_ONCE = 64;

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			write: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
		},
	});
	const strays: unknown[] = [];
	process.on('unhandledRejection', (reason) => strays.push(reason));
	process.on('uncaughtException', (error) => strays.push(error));

	const started = realSeconds();
	const results = await pool(cells(values.only), AT_ONCE, runCell);
	const { text, problems, passed, failed } = report(results, strays);
	console.log(text);
	if (values.write) writeFileSync('docs/reports/readings.md', text);
	for (const problem of problems) console.log(problem);
	console.log(`Took ${Math.round(realSeconds() - started)} s.`);
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

function cells(only: string): Cell[] {
	return groups.flatMap((group) =>
		group.readings
			.filter(({ name }) => `${group.title} ${name}`.toLowerCase().includes(only.toLowerCase()))
			.flatMap((reading) =>
				operations.flatMap((operation) => {
					const expected = reading.expected[operation.name];
					return expected === undefined ? [] : [{ group, reading, operation, expected }];
				}),
			),
	);
}
