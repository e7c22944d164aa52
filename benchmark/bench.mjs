/**
 * npm run bench
 *
 * Runs all benchmarks and writes `benchmark/RESULTS.md` with its chart. It takes about a quarter of
 * an hour. Times of this machine mean little elsewhere; the ratios are what counts.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath, URL } from 'node:url';
import { barChart } from './barChart.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const { devDependencies } = require('../package.json');

const BENCHMARKS = [
	{
		heading: '1. Download to items',
		goal: 'at least 8 times faster than the built-in nodes, at most 1.3 times the floor',
		commands: ['test/run.mjs benchmark/items.ts', 'benchmark/csv/pipeline.mjs'],
	},
	{
		heading: '2. Files of 3 million rows',
		goal: 'at most 64 MB above idle; at most 1.5 times the command line',
		commands: ['test/run.mjs benchmark/files.ts'],
	},
	{
		heading: '3. Memory of items',
		goal: 'at most 1.15 times plain row objects; a million rows within 2 GB of heap',
		commands: [
			'benchmark/csv/memory.mjs',
			'--max-old-space-size=2048 test/run.mjs benchmark/millionItems.ts',
		],
	},
	{
		heading: '4. The CSV reader alone',
		goal: 'ahead of all others on each shape; linear at worst (whole against half: 2)',
		commands: ['benchmark/csv/parse.mjs', 'benchmark/csv/worstCases.mjs'],
	},
	{
		heading: '5. Notifications',
		goal: 'under 20 µs of mapping an item; at most 1.3 times undici; linear to a million',
		commands: [
			'test/run.mjs benchmark/notifications.ts 100000',
			'--max-old-space-size=8192 test/run.mjs benchmark/notifications.ts linear',
		],
	},
	{
		heading: '6. Calls a minute',
		goal: 'no 429; within 10% of an oracle',
		commands: ['test/run.mjs benchmark/calls.ts'],
	},
	{ heading: '7. Start-up and size', goal: '15 ms, 150 kB', commands: ['benchmark/startUp.mjs'] },
];

const sections = BENCHMARKS.map(({ heading, goal, commands }) => {
	const outputs = commands.map((command) => {
		console.log(`\n$ node ${command}`);
		const { stdout, status } = spawnSync(process.execPath, command.split(' '), {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		if (status !== 0) throw new Error(`node ${command} failed`);
		console.log(stdout);
		return `\`node ${command}\`\n\n${stdout.trim()}`;
	});
	return `## ${heading}\n\nGoal: ${goal}.\n\n${outputs.join('\n\n')}\n`;
});

writeFileSync(
	`${root}/benchmark/results.svg`,
	barChart('From a compressed file to items', itemBars(sections[0])),
);
writeFileSync(`${root}/benchmark/RESULTS.md`, `${introduction()}\n${sections.join('\n')}`);
spawnSync('npx', ['prettier', '--write', 'benchmark/RESULTS.md'], { cwd: root });

function introduction() {
	const [processor] = cpus();
	const versions = ['n8n-core', 'udsv', 'papaparse', 'csv-parse', 'undici']
		.map((name) => `${name} ${devDependencies[name]}`)
		.join(', ');
	const notes = readFileSync(`${root}/benchmark/NOTES.md`, 'utf8').trim();
	return `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB,
${type()} ${release()}, Node ${process.versions.node}; ${versions}.

Every figure stands beside that of a peer or a floor in the same run, alternating; medians of at
least five rounds. Compare ratios, not times.

![Time from a compressed file to items](results.svg)

${notes}
`;
}

/** The rows of the first table: rows, built-in, ours, times faster, floor. */
function itemBars(section) {
	const rows = section.split('\n').filter((line) => /^\| \d+ \|/.test(line));
	return rows.slice(0, 2).flatMap((line) => {
		const [count, builtIn, ours, , floor] = line
			.split('|')
			.slice(1)
			.map((cell) => Number(cell));
		const of = `${count.toLocaleString('en')} rows`;
		return [
			{ label: `${of}: HTTP Request > Compression > Extract From File`, value: builtIn },
			{ label: `${of}: Bulk Export of this package`, value: ours },
			{ label: `${of}: floor (native gunzip and uDSV, without n8n)`, value: floor },
		];
	});
}
