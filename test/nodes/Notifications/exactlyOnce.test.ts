import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { addressesOf } from '../../support/credential';
import { phone, users } from '../../support/notificationsNode';
import { forkProgram } from '../../support/program';
import { goOn, sendsTo } from './send';
import { type Answer, refusal, serverForEach } from './server';

/* Whatever goes wrong, nobody is notified twice, and no item says what is not so. */

const server = serverForEach();
const send = sendsTo(server);

const FAULTS: Answer[] = [
	{ breaks: true, notifies: 0 },
	{ breaks: true, notifies: Infinity },
	{ status: 500, body: '', notifies: Infinity },
	{ status: 503, body: '' },
	{ status: 429, body: { message: 'API rate limit exceeded' } },
	{ status: 429, body: '', headers: { 'Retry-After': '2' } },
	refusal('No', 400),
	refusal('Request failed with status code 401', 500),
	{ status: 403, body: { message: 'No' } },
	{ body: '', notifies: Infinity },
	{ body: '{"success":tr', notifies: Infinity },
	{ body: { ok: 1 }, notifies: 0 },
	{ status: 302, body: '', headers: { Location: 'http://127.0.0.1:9/' } },
];

function randomOf(seed: number): (below: number) => number {
	const numbers = fc.sample(fc.nat(), { seed, numRuns: 100_000 }).values();
	return (below) => numbers.next().value! % below;
}

/** `RUNS=120 npx jest exactlyOnce` makes as many. */
const RUNS = Number(process.env.RUNS ?? 20);

it(`${RUNS} runs with random faults: what each item says is so`, async () => {
	const random = randomOf(12345);
	const counts: Record<string, number> = {};
	for (let round = 0; round < RUNS; round += 1) {
		server.notified = [];
		const faults = new Map<number, Answer>();
		const first = server.requests.length;
		for (let left = random(12); left > 0; left -= 1) {
			faults.set(first + random(30), FAULTS[random(FAULTS.length)]!);
		}
		server.answer = ({ index }) => faults.get(index);
		const count = 1 + random(30);
		const batchSize = round % 4 === 3 ? 1 + random(8) : 1;
		const sendOnce = round % 3 === 0 ? 'always' : 'perId';
		const own = { sendOnce, nonce: `round ${round}`, options: { batchSize } };
		const { items } = await send(own, users(count), goOn);
		expect(items).toHaveLength(count);
		for (const [at, { json }] of items.entries()) {
			const times = server.notified.filter((to) => to === phone(at)).length;
			const isDoubtful = json.status === 'failed' && json.mayHaveBeenSent === true;
			const isSent = json.status === 'accepted';
			const said = isSent ? 'accepted' : isDoubtful ? 'in doubt' : 'surely not';
			const isSo = { accepted: times === 1, 'surely not': times === 0, 'in doubt': times < 2 };
			expect({ round, at, json, times, isSo: isSo[said] }).toMatchObject({ isSo: true });
			counts[said] = (counts[said] ?? 0) + 1;
		}
	}
	console.log(`${RUNS} runs with random faults: ${JSON.stringify(counts)}`);
	expect(Object.keys(counts).sort()).toEqual(['accepted', 'in doubt', 'surely not']);
});

/** `NOTIFICATIONS=100000 npx jest exactlyOnce` sends as many. */
const MANY = Number(process.env.NOTIFICATIONS ?? 300);

/** In a group of processes of its own, which is killed as a whole. */
function sendInOwnProcess(batchSize: number) {
	const options = { batchSize, maxPerRun: MANY };
	const given = { addresses: addressesOf(server), count: MANY, options };
	const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
	const how = { stdio, detached: true, execArgv: [] };
	const program = 'test/nodes/Notifications/sendInOwnProcess.ts';
	const child = forkProgram(program, [JSON.stringify(given)], how);
	let told: unknown;
	child.on('message', (message) => (told = message));
	return { child, ended: once(child, 'exit').then(() => told) };
}

it.each([1, 10])(`${MANY}, %i a request, killed, run again: all once`, async (batchSize) => {
	const passing = FAULTS.slice(0, 6);
	const faultAt = (index: number) =>
		index % 10 === 9 ? passing[(index / 10) | (0 % 6)] : undefined;
	let isStalled = () => {};
	const stalled = new Promise<void>((resolve) => (isStalled = resolve));
	server.answer = ({ index }) => {
		if (index < MANY / batchSize / 2) return faultAt(index);
		isStalled();
		// It does not answer, and may have notified.
		return { waitMs: 1e6, notifies: index % 2 === 0 ? Infinity : 0 };
	};
	const { child, ended } = sendInOwnProcess(batchSize);
	await Promise.race([stalled, ended]);
	process.kill(-child.pid!, 'SIGKILL');
	await ended;
	const before = server.notified.length;
	expect(before).toBeGreaterThan(MANY / 3);
	expect(before).toBeLessThan(MANY);

	server.answer = ({ index }) => faultAt(index);
	const last = await sendInOwnProcess(batchSize).ended;
	expect(last).toEqual({ residentMegabytes: expect.any(Number) as number });
	const phones = Array.from({ length: MANY }, (_, at) => phone(at));
	expect([...server.notified].sort()).toEqual(phones);
});
