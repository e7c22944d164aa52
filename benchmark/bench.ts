import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { manifest } from '../test/support/manifest';

/*
 * npm run bench, or npm run bench -- --sections 1,2, or npm run bench -- csv
 *
 * Runs all benchmarks, or those of some sections, and writes `benchmark/RESULTS.md`, which takes about an hour; or runs
 * the one of that name and shows its results. Times of this machine mean little elsewhere; the ratios are what counts.
 */

/** By the names that the command takes, the last three of which write no results. */
const PROGRAMS = {
	items: 'items.ts',
	pipeline: 'csv/pipeline.ts',
	files: 'files.ts',
	'item-memory': 'csv/memory.ts',
	csv: 'csv/parse.ts',
	calls: 'calls.ts',
	awake: 'awake.ts',
	fields: 'fields.ts',
	sending: 'sending.ts',
	memory: 'memory.ts',
	limit: 'limit.ts',
	guard: 'guard.ts',
	'opt-outs': 'optOuts.ts',
};

type Name = keyof typeof PROGRAMS;

interface Benchmark {
	heading: string;
	goal: string;
	/** The names of the programs that it runs. */
	programs: Name[];
}

const BENCHMARKS: Benchmark[] = [
	{
		heading: '1. Download to items',
		goal: 'with types, at least 5.4 times as fast as the built-in nodes, at most 1.3 times the floor',
		programs: ['items', 'pipeline'],
	},
	{
		heading: '2. Files of 3 million rows',
		goal: 'at most 64 MB above idle; at most 1.8 times the command line',
		programs: ['files'],
	},
	{
		heading: '3. Memory of items',
		goal: 'at most 1.15 times plain row objects',
		programs: ['item-memory'],
	},
	{
		heading: '4. The CSV reader alone',
		goal: 'ahead of all others on each shape',
		programs: ['csv'],
	},
	{
		heading: '5. Calls a minute',
		goal: 'no 429; within 10% of an oracle',
		programs: ['calls'],
	},
	{
		heading: '6. n8n stays awake',
		goal: '/healthz never slower than 100 ms while our node runs',
		programs: ['awake'],
	},
	{
		heading: '7. Notifications',
		goal: 'one user a request: at most 40 started in a second, and at most 1.1 times the least that takes; nobody twice',
		programs: ['fields', 'sending'],
	},
	{
		heading: '8. Memory of all of n8n',
		goal: '3 million rows as a file: at most 704 MB; 100,000 items: at most 832 MB',
		programs: ['memory'],
	},
];

const RESULTS = 'benchmark/RESULTS.md';

export function main(): void {
	const { values, positionals } = parseArgs({
		options: { sections: { type: 'string' } },
		allowPositionals: true,
	});
	const [name, ...args] = positionals;
	if (name !== undefined) return runAlone(name, args);
	const sections = readFileSync(RESULTS, 'utf8')
		.split(/^(?=## \d)/m)
		.slice(1);
	const wanted = values.sections?.split(',').map(Number);
	BENCHMARKS.forEach((benchmark, at) => {
		if (wanted && !wanted.includes(at + 1)) return;
		sections[at] = section(benchmark);
		// Each result is written at once, so that a later benchmark that fails does not lose it.
		writeFileSync(RESULTS, `${introduction()}\n${sections.join('\n')}`);
	});
	spawnSync('npx', ['prettier', '--write', RESULTS]);
}

function runAlone(name: string, args: string[]): void {
	if (!Object.hasOwn(PROGRAMS, name)) {
		throw new Error(`There is no benchmark "${name}", but: ${Object.keys(PROGRAMS).join(', ')}`);
	}
	const command = commandOf(name as Name, args);
	process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}

function commandOf(name: Name, args: string[] = []): string[] {
	return ['--expose-gc', 'test/run.mjs', `benchmark/${PROGRAMS[name]}`, ...args];
}

function section({ heading, goal, programs }: Benchmark): string {
	const outputs = programs.map((name) => {
		const shown = `npm run bench -- ${name}`;
		console.log(`\n$ ${shown}`);
		const { stdout, status } = spawnSync(process.execPath, commandOf(name), {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		if (status !== 0) throw new Error(`${shown} failed`);
		console.log(stdout);
		return `\`${shown}\`\n\n${stdout.trim()}`;
	});
	return `## ${heading}\n\nGoal: ${goal}. Measured on ${today()}.\n\n${outputs.join('\n\n')}\n`;
}

function today(): string {
	return new Date().toISOString().slice(0, 10);
}

function introduction(): string {
	const { devDependencies } = manifest();
	const [processor] = cpus();
	const versions = ['n8n-core', 'udsv', 'papaparse', 'csv-parse', 'undici']
		.map((name) => `${name} ${devDependencies[name]}`)
		.join(', ');
	return `# Results

Written by \`npm run bench\` on ${today()}: ${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB,
${type()} ${release()}, Node ${process.versions.node}; ${versions}.

Every figure stands beside that of a peer or a floor in the same run, alternating; medians. Compare ratios, not times.

What falls short of a goal, and why: [NOTES.md](NOTES.md).
`;
}
