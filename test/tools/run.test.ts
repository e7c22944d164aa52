import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInstaller } from './cachedPackages';
import { runCounted } from './counted';

const TMPDIR = mkdtempSync(join(tmpdir(), 'chat-commerce-run-'));
afterAll(() => rmSync(TMPDIR, { recursive: true }));
/** A program may have them, and Node then does not end with an error. */
const LISTENERS = `for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, () => {});`;

it.each([
	['ends as it says', 'process.exitCode = 3;', 3, /^$/],
	['fails when it awaits for ever', 'await new Promise(() => {});', 13, /unsettled/],
	['shows where it failed', "throw new Error('Oh');", 1, /Oh[^]*program\.ts:\d/],
])('a program %s, and leaves no bundle behind', (_, work, code, shown) => {
	const program = join(TMPDIR, 'program.ts');
	writeFileSync(program, `export async function main() {\n${LISTENERS}\n${work}\n}`);
	const how = { encoding: 'utf8', env: { ...process.env, TMPDIR } } as const;
	const { status, stderr } = spawnSync(process.execPath, ['test/run.mjs', program], how);
	expect(status).toBe(code);
	expect(stderr).toMatch(shown);
	expect(readdirSync(TMPDIR)).toEqual(['program.ts']);
});

it('an installer that fails shows its last 20 lines, wherever it printed them', () => {
	const install = () => runInstaller('sh', ['-c', 'seq 30; echo Oh >&2; exit 3'], {});
	expect(install).toThrow(/ failed:\n12\n13\n[^]*\n30\nOh$/);
});

it.each([
	['echo "3 passed, 0 failed"', 3, 0],
	['echo "3 passed, 0 failed"; exit 1', 3, 1],
	['echo "0 passed, 0 failed"', 0, 1],
	['echo', 1, 0],
])('%s counts as %i passed, %i failed', async (command, passed, failed) => {
	expect(await runCounted(['sh', '-c', command], {})).toMatchObject({ passed, failed });
});
