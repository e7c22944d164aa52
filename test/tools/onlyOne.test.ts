import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Claim, claim, type Refused } from './onlyOne';

const FOLDER = mkdtempSync(join(tmpdir(), 'chat-commerce-claim-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

it('the second gets to know what the first tells, until the first releases it', async () => {
	const path = join(FOLDER, 'first');
	const first = (await claim(path)) as Claim;
	expect(await claim(path)).toEqual<Refused>({ isOurs: false, news: '' });
	first.tell('http://127.0.0.1:5678');
	expect(await claim(path)).toEqual<Refused>({ isOurs: false, news: 'http://127.0.0.1:5678' });
	first.release();
	const second = (await claim(path)) as Claim;
	expect(second.isOurs).toBe(true);
	second.release();
});

it('what a process had that was killed can be claimed again', async () => {
	const path = join(FOLDER, 'killed');
	const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`;
	const child = spawn(process.execPath, ['-e', program]);
	await once(child.stdout, 'data');
	child.kill('SIGKILL');
	await once(child, 'exit');
	expect(existsSync(path)).toBe(true);
	const again = (await claim(path)) as Claim;
	expect(again.isOurs).toBe(true);
	again.release();
});

it('a name may be longer than the path of a socket', async () => {
	const name = join(FOLDER, 'long'.repeat(50));
	const first = (await claim(name)) as Claim;
	first.tell('here');
	expect(await claim(name)).toEqual<Refused>({ isOurs: false, news: 'here' });
	first.release();
});
