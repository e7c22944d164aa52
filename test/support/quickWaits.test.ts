import './quickWaits';
import { pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { promisify } from 'node:util';
import { closeServer, startServer } from '../service/httpServer';

/* The clock on which all tests with waits rest, however busy the machine is. */

const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

it('ends waits in order, even if the first one is shorter than a millisecond', async () => {
	const ended: number[] = [];
	const ending = async (ms: number) => await wait(ms).then(() => ended.push(ms));
	const waits = [200_000, 20_000, 0.4, 0].map(ending);
	await Promise.all(waits);
	expect(ended).toEqual([0, 0.4, 20_000, 200_000]);
});

const asks = async () => {
	const origin = await startServer(async (_, response) => void response.end(), 0);
	await new Promise((resolve) =>
		get(origin.url, (response) => response.resume().on('end', resolve)),
	);
	await closeServer(origin.server);
};

it.each<[string, () => Promise<unknown>]>([
	['a thread works', async () => await promisify(pbkdf2)('a', 'b', 100_000, 64, 'sha512')],
	['a file is read', async () => await readFile('package-lock.json')],
	['a response is on its way', asks],
])('does not jump to a time-out while %s', async (_, work) => {
	const isLate = wait(20_000).then(() => 'late');
	expect(await Promise.race([isLate, work().then(() => 'done')])).toBe('done');
});
