import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

function run(program: string, ...args: string[]) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		['test/run.mjs', `test/tools/programs/${program}.ts`, ...args],
		{ encoding: 'utf8' },
	);
	return { status, stdout, stderr };
}

describe('test/run.mjs', () => {
	it('runs a program with its arguments, and ends as it says', () => {
		expect(run('finishes')).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
		expect(run('finishes', '3', 'b c')).toMatchObject({ status: 3, stdout: '["3","b c"]\n' });
	});

	it('fails when a program awaits for ever', () => {
		const { status, stdout, stderr } = run('awaitsForEver');
		expect({ status, stdout }).toEqual({ status: 13, stdout: 'begun\n' });
		expect(stderr).toBe('test/tools/programs/awaitsForEver.ts ended before it had finished\n');
	});

	it.each(['fails', 'failsUnseen'])('fails when a program throws, and shows where: %s', (name) => {
		const { status, stderr } = run(name);
		expect(status).toBe(1);
		expect(stderr).toContain('what went wrong');
		expect(stderr).toMatch(new RegExp(`programs/${name}\\.ts:\\d`));
	});

	it('fails when a program has no main', () => {
		const { status, stderr } = run('hasNoMain');
		expect(status).toBe(1);
		expect(stderr).toContain('hasNoMain.ts does not export main()');
	});

	it('leaves no bundle behind', () => {
		run('fails');
		const left = readdirSync('node_modules/.cache/programs');
		expect(left.filter((name) => name.includes('programs.fails'))).toEqual([]);
	});
});
