/**
 * The promises of the nodes in every n8n that people run: the tests of both nodes and of what they
 * rely on, and the fault matrix, in each engine of the spread.
 *
 *   npm run test:engines              some of the matrix, but for the project's own engine: for CI
 *   npm run test:engines -- --full    all of it, and writes the results and the tables of the docs
 *   npm run test:engines -- --engine 2.20.0
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { engines, install } from './install.mjs';
import { table, withTable } from './table.cjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = join(ROOT, 'test/engines/results.json');
const DOCUMENTS = ['README.md', 'docs/reliability.md'];
/** Of the matrix, what depends on the engine most. The project's own engine has all of it in CI. */
const SOME_FAULTS = 'DNS|refused|TLS|^reset|silence|stalled|truncated gzip, labelled';
const LIMIT_MS = 15 * 60_000;

const { values } = parseArgs({
	options: { full: { type: 'boolean', default: false }, engine: { type: 'string' } },
});
const chosen = engines().filter(({ core, isOwn }) =>
	values.engine ? core === values.engine : values.full || !isOwn,
);

const results = [];
for (const engine of chosen) {
	install(engine);
	const { n8n } = engine;
	console.log(`n8n ${n8n}, n8n-core ${engine.core}, Node.js ${engine.nodeVersion}`);
	const tests = await run(engine, [
		...['node_modules/jest/bin/jest.js', '--selectProjects', 'nodes', '--ci'],
		// What these engines leave behind in the process is not ours.
		...['--forceExit', '--findRelatedTests', 'test/engine/runWorkflow.ts'],
	]);
	const faults = await run(engine, [
		...['test/run.mjs', 'test/faults/faults.ts'],
		...(values.full ? [] : ['--only', SOME_FAULTS]),
	]);
	results.push({
		n8n,
		core: engine.core,
		node: engine.nodeVersion,
		tests: counted(tests, /^Tests: +(?:(\d+) failed, )?(?:\d+ \w+, )*?(\d+) passed/m),
		faults: counted(faults, /^(?<passed>\d+) passed, (?<failed>\d+) failed$/m),
	});
}

console.log(`\n${table(results)}`);
if (values.full) {
	const known = JSON.parse(readFileSync(RESULTS, 'utf8'));
	const all = engines().map(({ core }) =>
		[results, known].map((some) => some.find((result) => result.core === core)).find(Boolean),
	);
	const kept = all.filter(Boolean);
	writeFileSync(RESULTS, `${JSON.stringify(kept, null, '\t')}\n`);
	for (const name of DOCUMENTS) {
		const path = join(ROOT, name);
		writeFileSync(path, withTable(readFileSync(path, 'utf8'), kept));
	}
}
const sum = (count) =>
	results.reduce((total, { tests, faults }) => total + tests[count] + faults[count], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);

/** Runs a program in an engine, on the Node of this engine. @returns what it printed */
async function run({ core, folder, isOwn }, args) {
	const env = { ...process.env };
	delete env.ENGINE;
	if (!isOwn) env.ENGINE = core;
	const child = spawn(join(folder, 'node_modules/node/bin/node'), args, { cwd: ROOT, env });
	const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
	let output = '';
	const keep = (part) => (output += part);
	child.stdout.setEncoding('utf8').on('data', keep);
	child.stderr.setEncoding('utf8').on('data', keep);
	const code = await new Promise((resolve) => child.on('exit', resolve));
	clearTimeout(timer);
	if (code !== 0) console.log(output.slice(-8000));
	return output;
}

/** A program that printed no counts has failed. */
function counted(output, pattern) {
	const match = pattern.exec(output);
	if (!match) return { passed: 0, failed: 1 };
	const { passed, failed } = match.groups ?? { passed: match[2], failed: match[1] ?? 0 };
	return { passed: Number(passed), failed: Number(failed) };
}
