import { spawn, type StdioOptions } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Engine, engines, install } from './install';
import { type Counts, type EngineResult, table, withTable } from './table';

/*
 * The promises of the nodes in every n8n that people run: the tests of both nodes, and the fault
 * matrix, in each engine of the spread.
 *
 *   npm run test:engines              the oldest engine, what depends on it most: for each change
 *   npm run test:engines -- --whole   all of the tests and the matrix, of the engines that are named
 *   npm run test:engines -- --full    the same of all engines, and writes the results down
 *   npm run test:engines -- --engine 2.20.0
 */

const RESULTS = 'test/engines/results.json';
const DOCUMENT = 'docs/reports/engines.md';
/** Of the tests, what depends on the engine most. The project's own engine has all of them in `npm test`. */
export const SOME_TESTS = [
	'/law.test.ts',
	'/products.test.ts',
	'contract/cancellation.test.ts',
	'contract/continueOnFail.test.ts',
];
/** Of the matrix, the same. */
const SOME_FAULTS = 'DNS|refused|TLS|^reset|silence|stalled|truncated gzip, labelled';
/** Whatever is run in an engine uses it. */
const RUNS_NODES = 'test/engine/runWorkflow.ts';
const LIMIT_MS = 15 * 60_000;

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			full: { type: 'boolean', default: false },
			whole: { type: 'boolean', default: false },
			engine: { type: 'string', multiple: true },
		},
	});
	const all = engines();
	const oldest = all.slice(0, 1).map(({ core }) => core);
	const wanted = values.engine ?? (values.full ? all.map(({ core }) => core) : oldest);
	const chosen = all.filter(({ core }) => wanted.includes(core));
	const results: EngineResult[] = [];
	for (const engine of chosen) results.push(await resultIn(engine, values.full || values.whole));
	console.log(`\n${table(results)}`);
	if (values.full) keep(results);

	const counts = results.flatMap(({ tests, faults }) => [tests, faults]);
	const sum = (count: keyof Counts) => counts.reduce((total, some) => total + some[count], 0);
	console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
	process.exit(counts.length > 0 && sum('failed') === 0 ? 0 : 1);
}

async function resultIn(engine: Engine, isFull: boolean): Promise<EngineResult> {
	const { n8n, core, nodeVersion } = engine;
	install(engine);
	console.log(`n8n ${n8n}, n8n-core ${core}, Node.js ${nodeVersion}`);
	const tests = await run(engine, [
		...['node_modules/jest/bin/jest.js', '--selectProjects=nodes', '--ci'],
		// What these engines leave behind in the process is not ours.
		...['--forceExit', ...(isFull ? ['--findRelatedTests', RUNS_NODES] : SOME_TESTS)],
	]);
	const faults = await run(engine, [
		...['test/run.mjs', 'test/faults/faults.ts'],
		...(isFull ? [] : ['--only', SOME_FAULTS]),
	]);
	return {
		n8n,
		core,
		node: nodeVersion,
		tests: counted(
			tests,
			/^Tests: +(?:(?<failed>\d+) failed, )?(?:\d+ \w+, )*?(?<passed>\d+) passed/m,
		),
		faults: counted(faults, /^(?<passed>\d+) passed, (?<failed>\d+) failed$/m),
	};
}

/** Writes the results of these engines, and leaves those of the others. */
function keep(results: EngineResult[]): void {
	const known = JSON.parse(readFileSync(RESULTS, 'utf8')) as EngineResult[];
	const kept = engines().flatMap(
		({ core }) => [...results, ...known].find((result) => result.core === core) ?? [],
	);
	writeFileSync(RESULTS, `${JSON.stringify(kept, null, '\t')}\n`);
	writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), kept));
}

/** Runs a program in an engine, on the Node of this engine. @returns what it printed */
async function run({ core, folder, isOwn }: Engine, args: string[]): Promise<string> {
	const env = { ...process.env };
	delete env.ENGINE;
	if (!isOwn) env.ENGINE = core;
	// A file, as programs that end at once lose what a pipe has not taken yet.
	const logs = mkdtempSync(join(tmpdir(), 'chat-commerce-engine-'));
	const log = openSync(join(logs, 'log'), 'w');
	const stdio: StdioOptions = ['ignore', log, log];
	const child = spawn(join(folder, 'node_modules/node/bin/node'), args, { env, stdio });
	const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
	const code = await new Promise((resolve) => child.on('close', resolve));
	clearTimeout(timer);
	closeSync(log);
	const output = readFileSync(join(logs, 'log'), 'utf8');
	rmSync(logs, { recursive: true });
	if (code !== 0) console.log(output.slice(-8000));
	return output;
}

/** A program that printed no counts has failed. */
function counted(output: string, pattern: RegExp): Counts {
	const { passed, failed = '0' } = pattern.exec(output)?.groups ?? { failed: '1' };
	return { passed: Number(passed ?? 0), failed: Number(failed) };
}
