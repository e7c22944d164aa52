import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const FOLDER = mkdtempSync(join(tmpdir(), 'chat-commerce-checks-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

it('all checks run, also after one has failed, and only those that failed show their output', () => {
	const program = join(FOLDER, 'program.ts');
	writeFileSync(
		program,
		`import { runChecks } from '${resolve('test/tools/checks')}';
		export async function main() {
			await runChecks([
				{ name: 'first', command: ['sh', '-c', 'echo Oh; exit 1'] },
				{ name: 'second', command: ['sh', '-c', 'echo Fine'] },
				{ name: 'third', command: ['sh', '-c', 'echo No; exit 2'] },
			], 1);
		}`,
	);
	const { status, stdout } = spawnSync(process.execPath, ['test/run.mjs', program], {
		encoding: 'utf8',
	});
	expect(status).toBe(1);
	expect(stdout.replace(/\d+\.\d s/g, '0 s')).toBe(
		'first: failed, 0 s\n\nOh\n\nsecond: passed, 0 s\nthird: failed, 0 s\n\nNo\n\n' +
			'Failed: first, third\n1 passed, 2 failed\n',
	);
});
