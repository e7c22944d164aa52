import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInstaller } from './cachedPackages';
import { runCounted } from './counted';

const TMPDIR = mkdtempSync(join(tmpdir(), 'chat-commerce-run-'));
afterAll(() => rmSync(TMPDIR, { recursive: true }));

/** With such listeners, which a program may have, Node itself no longer ends with an error. */
const LISTENERS = `for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, () => {});`;

it.each([
	{
		behaviour: 'ends with the code that it sets',
		statement: 'process.exitCode = 3;',
		code: 3,
		printed: /^$/,
	},
	{
		behaviour: 'fails if it waits for something that never comes',
		statement: 'await new Promise(() => {});',
		code: 13,
		printed: /unsettled/,
	},
	{
		behaviour: 'shows where it failed',
		statement: "throw new Error('Oh');",
		code: 1,
		printed: /Oh[^]*program\.ts:\d/,
	},
])('a program $behaviour, and leaves no bundle behind', ({ statement, code, printed }) => {
	const program = join(TMPDIR, 'program.ts');
	writeFileSync(program, `export async function main() {\n${LISTENERS}\n${statement}\n}`);
	const { status, stderr } = spawnSync(process.execPath, ['test/run.mjs', program], {
		encoding: 'utf8',
		env: { ...process.env, TMPDIR },
	});
	expect(status).toBe(code);
	expect(stderr).toMatch(printed);
	expect(readdirSync(TMPDIR)).toEqual(['program.ts']);
});

it('a program refuses an old Node.js with one sentence that says how it is started', () => {
	const preload = join(TMPDIR, 'old.cjs');
	writeFileSync(
		preload,
		"Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
	);
	const args = ['--require', preload, 'test/run.mjs', 'test/tools/quick.ts'];
	const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
	expect(status).toBe(1);
	expect(stderr).toBe(
		'This is Node.js 20.19.0, and the program needs 24. Start it by its npm script, or by `npx node`, which takes that of this project.\n',
	);
});

describe('Every program can be started as the pages say', () => {
	const read = (path: string) => readFileSync(path, 'utf8');
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

	it('pages name only programs that there are', () => {
		const pages = globSync('{,docs/**/,benchmark/,examples/,.github/**/}*.md');
		const text = pages.map(read).join('\n');
		const programs = [...text.matchAll(/node test\/run\.mjs (\S+?\.ts)\b/g)];
		expect(programs.length).toBeGreaterThan(2);
		expect(
			programs.filter(([, path = '']) => !/^export (async )?function main\(/m.test(read(path))),
		).toEqual([]);
	});

	it('pages name only npm scripts, and only those that there are', () => {
		const pages = globSync('{,docs/**/,benchmark/,examples/,.github/**/}*.md');
		const text = pages.map(read).join('\n');
		const named = text.matchAll(/npm run (?:--\S+ )*([a-z][\w-]*(?::[\w-]+)*)/g);
		const names = new Set([...named].map(([, name = '']) => name));
		expect(names.size).toBeGreaterThan(8);
		expect([...names].filter((name) => !(name in scripts))).toEqual([]);
	});
});

it('an installer that fails shows the last 20 lines that it printed, to either stream', () => {
	const install = () => runInstaller('sh', ['-c', 'seq 30; echo Oh >&2; exit 3'], {});
	expect(install).toThrow(/ failed:\n12\n13\n[^]*\n30\nOh$/);
});

describe('The tests of a command are counted', () => {
	it.each([
		{ shell: 'echo "3 passed, 0 failed"', passed: 3, failed: 0 },
		{ shell: 'echo "Tests: 1 failed, 3 passed, 4 total"; exit 1', passed: 3, failed: 1 },
		{ shell: 'echo "3 passed, 0 failed"; exit 1', passed: 3, failed: 1 },
		{ shell: 'echo "0 passed, 0 failed"', passed: 0, failed: 1 },
		{ shell: 'echo', passed: 1, failed: 0 },
		{ shell: 'echo; exit 1', passed: 0, failed: 1 },
	])('$shell: $passed passed, $failed failed', async ({ shell, passed, failed }) => {
		const counts = await runCounted(['sh', '-c', shell], {});
		expect(counts).toMatchObject({ passed, failed });
	});
});
