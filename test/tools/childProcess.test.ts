import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '../n8n/childProcess';

const FOLDER = mkdtempSync(join(tmpdir(), 'chat-commerce-child-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const isRunning = (pid: number) => spawnSync('sh', ['-c', `kill -0 ${pid}`]).status === 0;

it('what a test has started ends with it, even if it is killed', async () => {
	const [program, note] = [join(FOLDER, 'program.ts'), join(FOLDER, 'pid')];
	writeFileSync(
		program,
		`import { writeFileSync } from 'node:fs';
		import { start } from '${resolve('test/n8n/childProcess')}';
		export async function main() {
			const child = start('sleep', ['600'], process.env);
			writeFileSync('${note}', String(child.pid));
			await child.ended;
		}`,
	);
	const test = spawn(process.execPath, ['test/run.mjs', program]);
	const read = () => Number(readFileSync(note, 'utf8'));
	const pid = await until('its child', read, { limitMs: 20_000 });
	expect(isRunning(pid)).toBe(true);
	test.kill('SIGKILL');
	await once(test, 'exit');
	await until('its end', () => !isRunning(pid), { limitMs: 20_000 });
	expect(isRunning(pid)).toBe(false);
});
