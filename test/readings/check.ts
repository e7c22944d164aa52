import '../engine/isolateHome';
import { realSeconds } from '../support/quickWaits';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pool } from '../faults/pool';
import { enteringCells, enterAdvice } from './check/entering';
import { askAbout, readingCells } from './check/everyReading';
import { generatedCells, runGenerated } from './check/generated';
import { reportOf } from './check/report';

/*
 * What Service > Check says, and what comes of it: `node test/run.mjs test/readings/check.ts`, with
 * `--write` for docs/reports/service-check.md.
 */

const AT_ONCE = 32;
const GENERATED = 1000;

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			write: { type: 'boolean', default: false },
			generated: { type: 'string', default: String(GENERATED) },
			seed: { type: 'string', default: '1' },
		},
	});
	const started = realSeconds();
	const entered = await pool(enteringCells, AT_ONCE, enterAdvice);
	const asked = await pool(readingCells, AT_ONCE, askAbout);
	const cells = generatedCells(Number(values.generated), Number(values.seed));
	const generated = await pool(cells, AT_ONCE, runGenerated);

	const { text, problems } = reportOf({ entered, asked, generated });
	console.log(text);
	if (values.write) writeFileSync('docs/reports/service-check.md', text);
	for (const problem of problems) console.log(problem);
	console.log(`Took ${Math.round(realSeconds() - started)} s.`);
	const all = entered.length + asked.length + generated.length;
	console.log(`${all} cells, ${problems.length} problems`);
	process.exit(problems.length === 0 ? 0 : 1);
}
