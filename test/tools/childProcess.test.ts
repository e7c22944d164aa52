import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from './childProcess';

const FOLDER = mkdtempSync(join(tmpdir(), 'chat-commerce-child-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function isRunning(pid: number): boolean {
	return spawnSync('sh', ['-c', `kill -0 ${pid}`]).status === 0;
}

it('a program that a test has started ends with the test, even if the test is killed', async () => {
	const program = join(FOLDER, 'program.ts');
	const pidFile = join(FOLDER, 'pid');
	writeFileSync(
		program,
		`import { writeFileSync } from 'node:fs';
		import { start } from '${resolve('test/tools/childProcess')}';
		export async function main() {
			const child = start('sleep', ['600'], process.env);
			writeFileSync('${pidFile}', String(child.pid));
			await child.ended;
		}`,
	);
	const test = spawn(process.execPath, ['test/run.mjs', program]);
	const readPid = () => Number(readFileSync(pidFile, 'utf8'));
	const pid = await until('the start of the program', readPid, { limitMs: 20_000 });
	expect(isRunning(pid)).toBe(true);

	test.kill('SIGKILL');
	await once(test, 'exit');
	await until('the end of the program', () => !isRunning(pid), { limitMs: 20_000 });
	expect(isRunning(pid)).toBe(false);
});
