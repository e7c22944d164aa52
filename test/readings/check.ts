import '../engine/isolateHome';
import { pool, runMatrix } from '../faults/program';
import { enteringCells, enterAdvice } from './check/entering';
import { generatedCells, runGenerated } from './check/generated';
import { checkOnce } from './check/problems';
import { reportOf } from './check/report';
import { groups } from './groups';
import { type Reading, startFaults } from './reading';

/*
 * What Service > Check says, and what comes of it: `node test/run.mjs test/readings/check.ts`, with
 * `--write` for docs/reports/service-check.md.
 */

const AT_ONCE = 32;
const GENERATED = 1000;
const SEED = 1;

/** Of all that the specification leaves open, what does not concern notifications alone. */
const readingCells = groups.flatMap(({ title, readings }) =>
	readings
		.filter(({ expected }) => Object.keys(expected).some((name) => !name.startsWith('notify')))
		.map((reading) => ({ name: `${title}: ${reading.name}`, reading })),
);

/** Runs Check against a service that reads the specification in one way. */
async function askAbout({ name, reading }: { name: string; reading: Reading }) {
	const { service, readings = {}, credential = {} } = reading;
	const prepare = startFaults(reading);
	return {
		name,
		...(await checkOnce({ ...service, readings }, { settings: credential, prepare })),
	};
}

export async function main(): Promise<void> {
	await runMatrix('docs/reports/service-check.md', async () => {
		const entered = await pool(enteringCells, AT_ONCE, enterAdvice);
		const asked = await pool(readingCells, AT_ONCE, askAbout);
		const generated = await pool(generatedCells(GENERATED, SEED), AT_ONCE, runGenerated);
		const cells = [...entered, ...asked, ...generated];
		const results = cells.map((cell) => ({ ...cell, expected: 'right advice' }));
		return { text: reportOf({ entered, asked, generated }), results };
	});
}
