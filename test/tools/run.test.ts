import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For what programs write. */
const TMPDIR = mkdtempSync(join(tmpdir(), 'chat-commerce-run-'));
afterAll(() => rmSync(TMPDIR, { recursive: true }));

function run(program: string, ...args: string[]) {
	const path = `test/tools/programs/${program}.ts`;
	const command = ['test/run.mjs', path, ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, {
		encoding: 'utf8',
		env: { ...process.env, TMPDIR },
	});
	return { status, stdout, stderr };
}

describe('test/run.mjs', () => {
	it('runs a program with its arguments, and ends as it says', () => {
		expect(run('finishes')).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
		expect(run('finishes', '3', 'b c')).toMatchObject({ status: 3, stdout: '["3","b c"]\n' });
	});

	it('fails when a program awaits for ever', () => {
		const stderr = 'test/tools/programs/awaitsForEver.ts ended before it had finished\n';
		expect(run('awaitsForEver')).toEqual({ status: 13, stdout: 'begun\n', stderr });
	});

	it.each([
		['fails', /what went wrong[^]*programs\/fails\.ts:\d/],
		['hasNoMain', /hasNoMain\.ts does not export main\(\)/],
	])('fails when a program %s, shows where, and leaves no bundle behind', (name, shown) => {
		expect(run(name)).toMatchObject({ status: 1, stderr: expect.stringMatching(shown) as string });
		expect(readdirSync(TMPDIR)).toEqual([]);
	});
});
