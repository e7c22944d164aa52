import { giveBackRealWaits } from './quickWaits';
import { pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ClientRequest, get } from 'node:http';
import { promisify } from 'node:util';
import { closeServer, startServer } from '../service/httpServer';

/* The virtual clock on which all tests with waits rest, however busy the machine is. */

async function wait(ms: number): Promise<void> {
	await new Promise<void>((resolve) => {
		setTimeout(resolve, ms);
	});
}

it('ends waits in the order of their length, even if the first one is shorter than a millisecond', async () => {
	const ended: number[] = [];
	const waits = [200_000, 20_000, 0.4, 0].map(async (ms) => {
		await wait(ms);
		ended.push(ms);
	});
	await Promise.all(waits);
	expect(ended).toEqual([0, 0.4, 20_000, 200_000]);
});

it('skips an hour in less than ten seconds of real time', async () => {
	// Dates keep the real time.
	const from = Date.now();
	await wait(3_600_000);
	expect(Date.now() - from).toBeLessThan(10_000);
});

it('never ends a wait that was taken back', async () => {
	let isEnded = false;
	const timer = setTimeout(() => {
		isEnded = true;
	}, 1_000);
	clearTimeout(timer);
	await wait(60_000);
	expect(isEnded).toBe(false);
});

async function request(): Promise<void> {
	const { url, server } = await startServer(async (_, response) => void response.end(), 0);
	await new Promise<void>((resolve) => {
		get(url, (response) => response.resume().on('end', resolve));
	});
	await closeServer(server);
}

it.each([
	{
		name: 'a thread works',
		work: async () => await promisify(pbkdf2)('a', 'b', 100_000, 64, 'sha512'),
	},
	{ name: 'a file is read', work: async () => await readFile('package-lock.json') },
	{ name: 'a response is on its way', work: request },
])('does not jump to a time-out while $name', async ({ work }) => {
	const timeout = wait(20_000).then(() => 'time-out');
	const done = work().then(() => 'done');
	expect(await Promise.race([timeout, done])).toBe('done');
});

// Test files of one process share both. A check that waited a minute for an answer gave up at once in the file after this one.
it('gives back the real waits at the end of a file', () => {
	giveBackRealWaits();
	const functions = [AbortSignal.timeout, ClientRequest.prototype.setTimeout];
	expect(functions.map(({ name }) => name)).toEqual(['timeout', 'setTimeout']);
});
