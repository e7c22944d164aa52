import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For what programs write. */
const TMPDIR = mkdtempSync(join(tmpdir(), 'chat-commerce-run-'));
afterAll(() => rmSync(TMPDIR, { recursive: true }));

const PROGRAM = 'test/tools/programs/program.ts';

it.each([
	['ends as it says', 'ends', 3, /^$/],
	[
		'fails when it awaits for ever',
		'awaitsForEver',
		13,
		/program\.ts ended before it had finished/,
	],
	['shows where it failed', 'fails', 1, /what went wrong[^]*program\.ts:\d/],
])('a program %s, and leaves no bundle behind', (_, what, code, shown) => {
	const args = ['test/run.mjs', PROGRAM, what, String(code)];
	const env = { ...process.env, TMPDIR };
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
	expect({ status, stdout }).toEqual({ status: code, stdout: `${what}\n` });
	expect(stderr).toMatch(shown);
	expect(readdirSync(TMPDIR)).toEqual([]);
});
