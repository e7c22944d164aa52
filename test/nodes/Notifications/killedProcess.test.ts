import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Fault } from '../../service/faults';
import { addressesOf } from '../../support/credential';
import { phone } from '../../support/notificationsNode';
import { forkProgram } from '../../support/program';
import { serviceForEach } from '../../support/serviceForEach';

/** `NOTIFICATIONS=100000 npx jest killedProcess` sends as many. */
const MANY = Number(process.env.NOTIFICATIONS ?? 600);
const BATCH = 30;

const service = serviceForEach();

/** What goes wrong while notifications are sent: before or after users were notified. */
const FAULTS: Fault[] = [
	{ kind: 'resetBeforeRead' },
	{ kind: 'resetAfterRead' },
	{ kind: 'resetAfterRead', apply: true },
	{ kind: 'status', status: 500, apply: true },
	{ kind: 'status', status: 503 },
	{ kind: 'refusal', status: 429, retryAfter: 1 },
	{ kind: 'resetMidBody', fraction: 0.5 },
];

/** One in ten of the next requests goes wrong, each in another way. */
function addFaults(requests: number): void {
	for (let at = 0; at * 10 < requests; at++) {
		service.faults.add('notifications', { kind: 'delay', ms: 0 }, 9);
		service.faults.add('notifications', FAULTS[at % FAULTS.length]!);
	}
}

/** In a group of processes of its own, which is killed as a whole. */
function sendInOwnProcess() {
	const options = { batchSize: BATCH, maxPerRun: MANY };
	const given = { addresses: addressesOf(service), count: MANY, options };
	const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
	const how = { stdio, detached: true, execArgv: [] };
	const program = 'test/nodes/Notifications/sendInOwnProcess.ts';
	const child = forkProgram(program, [JSON.stringify(given)], how);
	let told: unknown;
	child.on('message', (message) => (told = message));
	return { child, ended: once(child, 'exit').then(() => told) };
}

it(`${MANY} notifications reach each user exactly once, with faults in between, killed and run again`, async () => {
	const requests = MANY / BATCH;
	addFaults(requests / 2);
	// It notifies, and does not answer.
	service.faults.add('notifications', { kind: 'stall', apply: true }, Infinity);
	const { child, ended } = sendInOwnProcess();
	while (!service.requests.some(({ fault }) => fault === 'stall')) {
		if (child.exitCode !== null) throw new Error('It ended too early');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	process.kill(-child.pid!, 'SIGKILL');
	await ended;
	const { entries } = service.ledger;
	const before = entries.length;
	expect(before).toBeGreaterThan(MANY / 3);
	expect(before).toBeLessThan(MANY);

	service.faults.clear();
	addFaults(requests);
	const last = (await sendInOwnProcess().ended) as { residentMegabytes: number };
	expect(last).toEqual({ residentMegabytes: expect.any(Number) as number });
	const phones = Array.from({ length: MANY }, (_, at) => phone(at));
	expect(entries.map((entry) => entry.phone).sort()).toEqual(phones);
	const wrong = service.requests.filter(({ fault }) => fault && fault !== 'delay').length;
	console.log(
		`${MANY} notifications: killed after ${before}, ${service.requests.length} requests, ${wrong} of them went wrong, ${last.residentMegabytes} MB at most`,
	);
});
