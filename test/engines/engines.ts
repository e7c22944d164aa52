import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Counts, runCounted } from '../tools/checks';
import { type Engine, engines, install } from './install';

/*
 * `npx node test/run.mjs test/engines/engines.ts` runs the tests that depend most on n8n's engine, in the oldest engine. With `-- --full`, all
 * tests that use the engine run in all engines, and with `--engine 2.20.0` in that one.
 */

/** The tests that depend most on the engine. In the project's own engine, `npm test` runs all tests. */
export const SOME_TESTS = [
	'/http/client.test.ts',
	'outputs/outputs.test.ts',
	'contract/cancellation.test.ts',
	'contract/continueOnFail.test.ts',
	'contract/faults.test.ts',
];
const RUNS_NODES = 'test/engine/runWorkflow.ts';

interface EngineResult extends Engine {
	tests: Counts;
}

export async function main(): Promise<void> {
	const engine = { type: 'string', multiple: true } as const;
	const { values } = parseArgs({ options: { full: { type: 'boolean', default: false }, engine } });
	const all = engines();
	const oldest = all.slice(0, 1).map(({ core }) => core);
	const wanted = values.engine ?? (values.full ? all.map(({ core }) => core) : oldest);
	const chosen = all.filter(({ core }) => wanted.includes(core));
	const results: EngineResult[] = [];
	for (const engine of chosen) results.push(await resultIn(engine, values.full));
	console.log(`\n${results.map(rowOf).join('\n')}`);

	const counts = results.map(({ tests }) => tests);
	const sum = (count: keyof Counts) => counts.reduce((total, some) => total + some[count], 0);
	console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
	process.exit(counts.length > 0 && sum('failed') === 0 ? 0 : 1);
}

async function resultIn(engine: Engine, isFull: boolean): Promise<EngineResult> {
	const { n8n, core, nodeVersion } = engine;
	await install(engine);
	console.log(`n8n ${n8n}, n8n-core ${core}, Node.js ${nodeVersion}`);
	const wanted = isFull ? ['--findRelatedTests', RUNS_NODES] : SOME_TESTS;
	const tests = await run(engine, [
		'node_modules/jest/bin/jest.js',
		'--selectProjects=nodes',
		'--ci',
		// Older engines leave things open that would keep the process running.
		'--forceExit',
		...wanted,
	]);
	return { ...engine, tests };
}

function rowOf({ n8n, core, nodeVersion, tests }: EngineResult): string {
	const failures = tests.failed === 0 ? '' : `, **${tests.failed} not**`;
	const result = `${tests.passed} as expected${failures}`;
	return `| ${n8n} (\`n8n-core\` ${core}) | ${nodeVersion} | ${result} |`;
}

async function run({ core, folder, isOwn }: Engine, args: string[]): Promise<Counts> {
	const env = { ...process.env };
	delete env.ENGINE;
	if (!isOwn) env.ENGINE = core;
	const command = [join(folder, 'node_modules/node/bin/node'), ...args];
	const { output, passed, failed } = await runCounted(command, env);
	if (failed > 0) console.log(output.slice(-8000));
	return { passed, failed };
}
