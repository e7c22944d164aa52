import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = mkdtempSync(join(tmpdir(), 'chat-commerce-run-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

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
])('a program $behaviour', ({ statement, code, printed }) => {
	const program = join(FOLDER, 'program.ts');
	writeFileSync(program, `export async function main() {\n${LISTENERS}\n${statement}\n}`);
	const { status, stderr } = spawnSync(process.execPath, ['test/run.mjs', program], {
		encoding: 'utf8',
	});
	expect(status).toBe(code);
	expect(stderr).toMatch(printed);
});
