import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { manifest } from '../test/support/manifest';

/*
 * npm run bench, or npm run bench -- --from 4
 *
 * Runs all benchmarks, or those from a section on, and writes `benchmark/RESULTS.md`. It takes about an hour. Times of
 * this machine mean little elsewhere; the ratios are what counts.
 */

interface Benchmark {
	heading: string;
	goal: string;
	/** The npm scripts that it runs. */
	scripts: string[];
}

const BENCHMARKS: Benchmark[] = [
	{
		heading: '1. Download to items',
		goal: 'with types, at least 8 times faster than the built-in nodes, at most 1.3 times the floor',
		scripts: ['bench:items', 'bench:pipeline'],
	},
	{
		heading: '2. Files of 3 million rows',
		goal: 'at most 64 MB above idle; at most 1.5 times the command line',
		scripts: ['bench:files'],
	},
	{
		heading: '3. Memory of items',
		goal: 'at most 1.15 times plain row objects',
		scripts: ['bench:item-memory'],
	},
	{
		heading: '4. The CSV reader alone',
		goal: 'ahead of all others on each shape',
		scripts: ['bench:csv'],
	},
	{
		heading: '5. Calls a minute',
		goal: 'no 429; within 10% of an oracle',
		scripts: ['bench:calls'],
	},
	{
		heading: '6. Rows for a sub-workflow',
		goal: '3 million rows: at most 250 MB above idle; at most 1.3 times reading the file and the calls',
		scripts: ['bench:batches'],
	},
	{
		heading: '7. n8n stays awake',
		goal: '/healthz never slower than 500 ms while our node runs',
		scripts: ['bench:awake'],
	},
	{
		heading: '8. Notifications',
		goal: 'one user a request: at most 40 started in a second, and at most 1.1 times the least that takes; nobody twice',
		scripts: ['bench:fields', 'bench:sending'],
	},
	{
		heading: '9. Memory of all of n8n',
		goal: '3 million rows as a file or in batches: at most 704 MB; 100,000 items: at most 832 MB',
		scripts: ['bench:memory'],
	},
];

const RESULTS = 'benchmark/RESULTS.md';

export function main(): void {
	const { values } = parseArgs({ options: { from: { type: 'string', default: '1' } } });
	const sections = readFileSync(RESULTS, 'utf8')
		.split(/^(?=## \d)/m)
		.slice(1);
	BENCHMARKS.forEach((benchmark, at) => {
		if (at + 1 < Number(values.from)) return;
		sections[at] = section(benchmark);
		// Each result is written at once, so that a later benchmark that fails does not lose it.
		writeFileSync(RESULTS, `${introduction()}\n${sections.join('\n')}`);
	});
	spawnSync('npx', ['prettier', '--write', RESULTS]);
}

function section({ heading, goal, scripts }: Benchmark): string {
	const outputs = scripts.map((script) => {
		console.log(`\n$ npm run ${script}`);
		const { stdout, status } = spawnSync('npm', ['run', '--silent', script], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		if (status !== 0) throw new Error(`npm run ${script} failed`);
		console.log(stdout);
		return `\`npm run ${script}\`\n\n${stdout.trim()}`;
	});
	return `## ${heading}\n\nGoal: ${goal}.\n\n${outputs.join('\n\n')}\n`;
}

function introduction(): string {
	const { devDependencies } = manifest();
	const [processor] = cpus();
	const versions = ['n8n-core', 'udsv', 'papaparse', 'csv-parse', 'undici']
		.map((name) => `${name} ${devDependencies[name]}`)
		.join(', ');
	return `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB,
${type()} ${release()}, Node ${process.versions.node}; ${versions}.

Every figure stands beside that of a peer or a floor in the same run, alternating; medians. Compare ratios, not times.

What falls short of a goal, and why: [NOTES.md](NOTES.md).
`;
}
