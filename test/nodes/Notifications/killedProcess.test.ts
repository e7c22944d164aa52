import { startService, type Service } from '../../service/service';
import { addFaults, addFaultsUntilSilence } from '../../support/notificationFaults';
import { phone } from '../../support/notificationsNode';
import { type OwnProcess, sendInOwnProcess } from '../../support/ownProcess';

/** `NOTIFICATIONS=100000 npx jest killedProcess` sends as many. */
const MANY = Number(process.env.NOTIFICATIONS ?? 600);
const BATCH = 30;

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

/** Waits for the moment to kill a process. */
async function until(isTrue: () => boolean, { ended }: OwnProcess): Promise<void> {
	let isOver = false;
	void ended.then(() => (isOver = true));
	while (!isTrue()) {
		if (isOver) throw new Error('It ended too early');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

function expectEachOnce(count: number) {
	const { entries } = service.ledger;
	expect(entries).toHaveLength(count);
	const phones = Array.from({ length: count }, (_, index) => phone(index));
	expect(new Set(entries.map((entry) => entry.phone))).toEqual(new Set(phones));
}

it('a run that was killed in the middle, and run again, notifies every user exactly once', async () => {
	const sending = { count: 60, options: { batchSize: 2 } };
	service.faults.add('notifications', { kind: 'delay', ms: 40 }, 60);
	const first = sendInOwnProcess(service, sending);
	await until(() => service.ledger.entries.length >= 8, first);
	await first.kill();
	expect(service.ledger.entries.length).toBeLessThan(60);

	service.faults.clear();
	expect(await sendInOwnProcess(service, sending).ended).not.toHaveProperty('error');
	expectEachOnce(60);
}, 60_000);

describe(`${MANY} notifications`, () => {
	const options = { batchSize: BATCH };

	it('reach each user exactly once, with faults in between, killed and run again', async () => {
		const sending = { count: MANY, options: { ...options, maxPerRun: MANY } };
		const requests = MANY / BATCH;
		addFaultsUntilSilence(service.faults, requests / 2);
		const first = sendInOwnProcess(service, sending);
		const silent = () => service.requests.filter(({ fault }) => fault === 'stall').length;
		await until(() => silent() === 1, first);
		await first.kill();
		const before = service.ledger.entries.length;
		expect(before).toBeGreaterThan(MANY / 3);
		expect(before).toBeLessThan(MANY);

		service.faults.clear();
		addFaults(service.faults, requests);
		const ended = await sendInOwnProcess(service, sending).ended;
		expect(ended).not.toHaveProperty('error');
		expectEachOnce(MANY);
		const wrong = service.requests.filter(({ fault }) => fault && fault !== 'delay').length;
		console.log(
			`${MANY} notifications: killed after ${before}, ${service.requests.length} requests, ${wrong} of them went wrong, ${ended?.residentMegabytes} MB at most`,
		);
	}, 600_000);
});
