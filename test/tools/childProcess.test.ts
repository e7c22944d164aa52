import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '../n8n/until';

const FOLDER = mkdtempSync(join(tmpdir(), 'chat-commerce-child-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function isRunning(pid: number): boolean {
	return spawnSync('sh', ['-c', `kill -0 ${pid}`]).status === 0;
}

it('what a program has started ends with it, even if it is killed', async () => {
	const program = join(FOLDER, 'program.ts');
	writeFileSync(
		program,
		`import { start } from '${resolve('test/tools/childProcess')}';
		export async function main() {
			const child = start('sh', ['-c', 'sleep 600 & wait']);
			console.log(child.pid);
			await child.ended;
		}`,
	);
	const killed = spawn(process.execPath, ['test/run.mjs', program]);
	const [printed] = (await once(killed.stdout, 'data')) as [Buffer];
	const pid = Number(printed.toString());
	expect(isRunning(pid)).toBe(true);
	expect(isRunning(-pid)).toBe(true);

	killed.kill('SIGKILL');
	await until('the end of the program and its children', () => !isRunning(-pid));
});
