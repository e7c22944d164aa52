import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Slip, SLIPS } from './list';

/*
 * Whether the tests notice slips that would harm users: each of the list is put into the sources, and the tests
 * that cover its line must fail. `npm run slips` for all, `npm run slips -- nonce` for those with the word.
 */

const JEST = ['node_modules/jest/bin/jest.js', '--config', 'test/slips/jest.config.js'];

/** Of Istanbul, for each source file. */
type Coverage = Record<
	string,
	{ statementMap: Record<string, { start: Position; end: Position }>; s: Record<string, number> }
>;
interface Position {
	line: number;
}

export function main(): void {
	const [word = ''] = process.argv.slice(2);
	const slips = SLIPS.filter(({ file, harm }) => `${file} ${harm}`.includes(word));
	const lines = new Map(slips.map((slip) => [slip, lineOf(slip)]));
	const coverage = coverageOf([...new Set(slips.map(({ file }) => file))]);

	const unnoticed = slips.filter((slip) => {
		const line = lines.get(slip) ?? 0;
		const tests = [...coverage].filter(([, lines]) => lines.has(`${slip.file}:${line}`));
		const isNoticed =
			tests.length > 0 &&
			!passes(
				tests.map(([test]) => test),
				slip,
			);
		console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${slip.harm} (${slip.file}:${line})`);
		return !isNoticed;
	});
	console.log(`${slips.length - unnoticed.length} passed, ${unnoticed.length} failed`);
	process.exitCode = slips.length > 0 && unnoticed.length === 0 ? 0 : 1;
}

/** @throws Error if the sources have changed, so that the slip must be written anew */
function lineOf({ file, right }: Slip): number {
	const [before = '', ...after] = readFileSync(file, 'utf8').split(right);
	if (after.length !== 1) throw new Error(`${file} has this ${after.length} times: ${right}`);
	return before.split('\n').length;
}

/** Which lines of the files each test file runs. */
function coverageOf(files: string[]): Map<string, Set<string>> {
	const args = [...JEST, '--findRelatedTests', ...files, '--listTests', '--json'];
	const tests = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
	return new Map(tests.map((test) => [test, linesRunBy(test, files)]));
}

function linesRunBy(test: string, files: string[]): Set<string> {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-coverage-'));
	const from = files.map((file) => `--collectCoverageFrom=${file}`);
	const options = ['--coverage', '--coverageReporters=json', `--coverageDirectory=${folder}`];
	try {
		const { status, stderr } = jest([test, ...options, ...from]);
		if (status !== 0) throw new Error(`${test} fails without a slip:\n${stderr.slice(-3000)}`);
		const coverage = JSON.parse(
			readFileSync(join(folder, 'coverage-final.json'), 'utf8'),
		) as Coverage;
		return new Set(Object.entries(coverage).flatMap(([path, one]) => runLines(path, one)));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function runLines(path: string, { statementMap, s: counts }: Coverage[string]): string[] {
	const file = relative(process.cwd(), path);
	return Object.entries(statementMap)
		.filter(([id]) => (counts[id] ?? 0) > 0)
		.flatMap(([, { start, end }]) =>
			Array.from({ length: end.line - start.line + 1 }, (_, at) => `${file}:${start.line + at}`),
		);
}

const passes = (tests: string[], slip: Slip) => jest(['--bail', ...tests], slip).status === 0;

function jest(args: string[], slip?: Slip) {
	const env = { ...process.env, SLIP: JSON.stringify(slip ?? {}) };
	return spawnSync(process.execPath, [...JEST, '--runTestsByPath', ...args], {
		encoding: 'utf8',
		env,
		maxBuffer: 1e8,
	});
}
