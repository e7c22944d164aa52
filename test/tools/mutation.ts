import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from 'jest';
import { testsOf } from './quick';

/*
 * npx node test/run.mjs test/tools/mutation.ts, or npx node test/run.mjs test/tools/mutation.ts retry nonce
 *
 * Whether the tests of the heart would notice a mistake in it. Stryker makes one mistake after the other in a file, and
 * runs the file's own tests each time. This prints what no test noticed, and how much was noticed. It takes long: about
 * a second for each mistake.
 */

interface Part {
	file: string;
	/** Besides those on its path. */
	moreTests?: string[];
}

const HEART: Part[] = [
	{ file: 'nodes/Analytics/table/csvReader.ts' },
	{ file: 'nodes/Analytics/table/columnTypes.ts' },
	{ file: 'nodes/Analytics/table/gunzip.ts' },
	{ file: 'nodes/Notifications/message/nonce.ts' },
	{
		file: 'nodes/Notifications/message/phoneNumber.ts',
		moreTests: ['test/nodes/Notifications/message/optOuts.test.ts'],
	},
	{ file: 'nodes/shared/http/retry.ts' },
	{
		file: 'nodes/shared/status.ts',
		moreTests: ['test/nodes/shared/http/retry.test.ts', 'test/nodes/shared/http/refusal.test.ts'],
	},
	{ file: 'nodes/shared/dates/dateRange.ts' },
];

const GOAL_PERCENT = 90;

interface Report {
	files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
	status: string;
	replacement?: string;
	location: Record<'start' | 'end', { line: number; column: number }>;
}

export function main(): void {
	const names = process.argv.slice(2);
	const isWanted = ({ file }: Part) =>
		names.length === 0 || names.some((name) => file.endsWith(`/${name}.ts`));
	const rows = HEART.filter(isWanted).map((part) => {
		const { noticed, all } = mutate(part);
		const percent = Math.floor((100 * noticed) / all);
		if (percent < GOAL_PERCENT) process.exitCode = 1;
		return `| \`${part.file}\` | ${noticed} of ${all} | ${percent} % |`;
	});
	console.log('\n| File | Mistakes noticed | Goal: at least 90 % |\n|---|---|---|');
	console.log(rows.join('\n'));
}

/** Prints what was not noticed. @returns how many mistakes were made, and how many of them the tests noticed */
function mutate(part: Part): { noticed: number; all: number } {
	console.log(`\n${part.file}`);
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-mutation-'));
	try {
		const config = join(folder, 'stryker.config.json');
		writeFileSync(config, JSON.stringify(settings(part, folder)));
		const { status, stdout } = spawnSync('stryker', ['run', config], { encoding: 'utf8' });
		if (status !== 0) throw new Error(`Stryker failed:\n${stdout}`);
		return countNoticed(JSON.parse(readFileSync(reportIn(folder), 'utf8')) as Report);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function reportIn(folder: string): string {
	return join(folder, 'report.json');
}

function settings({ file, moreTests = [] }: Part, folder: string): object {
	const tests = [...testsOf(file), ...moreTests];
	const { projects } = createRequire(resolve('package.json'))('./jest.config.js') as Config;
	const [nodes] = (projects ?? []) as Config[];
	return {
		mutate: [file],
		testRunner: 'jest',
		jest: {
			// Not jest.config.js, whose projects would all run.
			configFile: 'package.json',
			config: { ...nodes, testMatch: tests.map((path) => `<rootDir>/${path}`) },
			enableFindRelatedTests: false,
		},
		concurrency: 1,
		// A mistake that takes so much longer never ends. Shorter, and a busy machine would look like one.
		timeoutMS: 20_000,
		reporters: ['json'],
		jsonReporter: { fileName: reportIn(folder) },
		tempDirName: join(folder, 'sandbox'),
	};
}

const NOTICED = ['Killed', 'Timeout'];
/** What does not compile or run at all is no mistake that anybody could make. */
const IGNORED = ['CompileError', 'RuntimeError', 'Ignored'];

function countNoticed({ files }: Report): { noticed: number; all: number } {
	let noticed = 0;
	let all = 0;
	for (const [file, { source, mutants }] of Object.entries(files)) {
		const lines = source.split('\n');
		for (const { status, replacement, location } of mutants) {
			if (IGNORED.includes(status)) continue;
			all += 1;
			if (NOTICED.includes(status)) {
				noticed += 1;
				continue;
			}
			const { start, end } = location;
			const line = lines[start.line - 1] ?? '';
			const to = end.line === start.line ? end.column - 1 : undefined;
			console.log(`  ${file}:${start.line} ${line.slice(start.column - 1, to)} -> ${replacement}`);
		}
	}
	return { noticed, all };
}
