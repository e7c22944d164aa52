import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Slip, SLIPS } from './list';

/* `npm run slips -- nonce`: each slip is made, and the tests that cover its line must fail. */

const MAX_OUTPUT_BYTES = 1e8;
const JEST = ['node_modules/jest/bin/jest.js', '--config', 'test/slips/jest.config.js'];

type Coverage = Record<
	string,
	{ statementMap: Record<string, { start: Position; end: Position }>; s: Record<string, number> }
>;
interface Position {
	line: number;
}

export async function main(): Promise<void> {
	const [word = ''] = process.argv.slice(2);
	const slips = SLIPS.filter(({ file, harm }) => `${file} ${harm}`.includes(word));
	const places = slips.map((slip) => `${slip.file}:${lineOf(slip)}`);
	const files = [...new Set(slips.map(({ file }) => file))];
	const tests = await testsOf(files);
	const covered = await inTurn(tests, async (test) => await linesRunBy(test, files));

	const noticed = await inTurn(slips, async (slip, at) => {
		const covering = tests.filter((_, test) => covered[test]!.has(places[at]!));
		const isNoticed =
			covering.length > 0 &&
			!(await jest(['--bail', '--runTestsByPath', ...covering], slip)).passed;
		console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${slip.harm} (${places[at]})`);
		return isNoticed;
	});
	const count = noticed.filter(Boolean).length;
	console.log(`${count} passed, ${noticed.length - count} failed`);
	process.exitCode = count > 0 && count === noticed.length ? 0 : 1;
}

/** As many at a time as there are cores; Jest has one worker each. @returns what came of each, in their order */
async function inTurn<T, R>(all: T[], work: (one: T, at: number) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	const waiting = [...all.entries()];
	const worker = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			results[next[0]] = await work(next[1], next[0]);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, worker));
	return results;
}

/** @throws Error if the sources have changed, so that the slip must be written anew */
function lineOf({ file, right }: Slip): number {
	const [before = '', ...after] = readFileSync(file, 'utf8').split(right);
	if (after.length !== 1) throw new Error(`${file} has this ${after.length} times: ${right}`);
	return before.split('\n').length;
}

async function testsOf(files: string[]): Promise<string[]> {
	const options = ['--findRelatedTests', ...files, '--listTests', '--json'];
	return JSON.parse((await jest(options)).stdout) as string[];
}

async function linesRunBy(test: string, files: string[]): Promise<Set<string>> {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-coverage-'));
	const from = files.map((file) => `--collectCoverageFrom=${file}`);
	const options = ['--coverage', '--coverageReporters=json', `--coverageDirectory=${folder}`];
	try {
		const { passed, stderr } = await jest(['--runTestsByPath', test, ...options, ...from]);
		if (!passed) throw new Error(`${test} fails without a slip:\n${stderr.slice(-3000)}`);
		const json = readFileSync(join(folder, 'coverage-final.json'), 'utf8');
		return new Set(Object.entries(JSON.parse(json) as Coverage).flatMap(runLines));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function runLines([path, { statementMap, s: counts }]: [string, Coverage[string]]): string[] {
	const file = relative(process.cwd(), path);
	return Object.entries(statementMap)
		.filter(([id]) => (counts[id] ?? 0) > 0)
		.flatMap(([, { start, end }]) =>
			Array.from({ length: end.line - start.line + 1 }, (_, at) => `${file}:${start.line + at}`),
		);
}

async function jest(args: string[], slip?: Slip) {
	const env = { ...process.env, SLIP: JSON.stringify(slip ?? {}) };
	const options = { encoding: 'utf8', env, maxBuffer: MAX_OUTPUT_BYTES } as const;
	const all = [...JEST, '--runInBand', ...args];
	return await new Promise<{ passed: boolean; stdout: string; stderr: string }>((resolve) => {
		execFile(process.execPath, all, options, (error, stdout, stderr) =>
			resolve({ passed: error === null, stdout, stderr }),
		);
	});
}
