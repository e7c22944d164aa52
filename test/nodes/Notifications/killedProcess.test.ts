import { addFaults, addFaultsUntilSilence } from '../../support/notificationFaults';
import { phone } from '../../support/notificationsNode';
import { sendInOwnProcess } from '../../support/ownProcess';
import { serviceOfEachTest } from '../../support/serviceOfEachTest';

/** `NOTIFICATIONS=100000 npx jest killedProcess` sends as many. */
const MANY = Number(process.env.NOTIFICATIONS ?? 600);
const BATCH = 30;

const service = serviceOfEachTest();

it(`${MANY} notifications reach each user exactly once, with faults in between, killed and run again`, async () => {
	const sending = { count: MANY, options: { batchSize: BATCH, maxPerRun: MANY } };
	const requests = MANY / BATCH;
	addFaultsUntilSilence(service.faults, requests / 2);
	const first = sendInOwnProcess(service, sending);
	let isOver = false;
	void first.ended.then(() => (isOver = true));
	while (!service.requests.some(({ fault }) => fault === 'stall')) {
		if (isOver) throw new Error('It ended too early');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	await first.kill();
	const { entries } = service.ledger;
	const before = entries.length;
	expect(before).toBeGreaterThan(MANY / 3);
	expect(before).toBeLessThan(MANY);

	service.faults.clear();
	addFaults(service.faults, requests);
	const ended = await sendInOwnProcess(service, sending).ended;
	expect(ended).toEqual({ residentMegabytes: expect.any(Number) as number });
	const phones = Array.from({ length: MANY }, (_, at) => phone(at));
	expect(entries.map((entry) => entry.phone).sort()).toEqual(phones);
	const wrong = service.requests.filter(({ fault }) => fault && fault !== 'delay').length;
	console.log(
		`${MANY} notifications: killed after ${before}, ${service.requests.length} requests, ${wrong} of them went wrong, ${ended?.residentMegabytes} MB at most`,
	);
}, 600_000);
