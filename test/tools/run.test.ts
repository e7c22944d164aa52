import { spawnSync } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInstaller } from './cachedPackages';

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

describe('A program refuses an old Node.js with what is still to be done', () => {
	const project = join(TMPDIR, 'project');
	beforeAll(() => {
		mkdirSync(join(project, 'test'), { recursive: true });
		cpSync('test/run.mjs', join(project, 'test/run.mjs'));
		cpSync('test/engines', join(project, 'test/engines'), { recursive: true });
		writeFileSync(
			join(project, 'old.cjs'),
			"Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.23.3' } });",
		);
	});
	afterAll(() => rmSync(project, { recursive: true }));

	// In this order, because each adds to the project.
	it.each([
		{ there: 'no packages', made: '.', advice: 'npm ci' },
		{ there: 'the package node, whose script did not run', made: 'node', advice: 'npm rebuild' },
		{ there: 'a Node.js', made: 'node/bin/node', advice: 'its npm script' },
	])('there is $there: $advice', ({ made, advice }) => {
		mkdirSync(join(project, 'node_modules', made), { recursive: true });
		const args = ['--require', './old.cjs', 'test/run.mjs', 'any.ts'];
		const { status, stderr } = spawnSync(process.execPath, args, {
			encoding: 'utf8',
			cwd: project,
		});
		expect(status).toBe(1);
		expect(stderr).toMatch(/^This is Node\.js 22\.23\.3, and the program needs 24\. .*\n$/);
		expect(stderr).toContain(advice);
	});
});

it('package.json says of each install script whether npm may run it', () => {
	const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;
	const { allowScripts } = read('package.json') as { allowScripts: object };
	const { packages } = read('package-lock.json') as {
		packages: Record<string, { hasInstallScript?: boolean }>;
	};
	const withScript = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
	const names = new Set(withScript.map((path) => path.split('node_modules/').at(-1)));
	expect(Object.keys(allowScripts).sort()).toEqual([...names].sort());
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
