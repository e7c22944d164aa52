import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startService, type Service } from '../../service/service';
import { phone } from '../../support/notificationsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

function sendInOwnProcess() {
	const { baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId } = service;
	const addresses = { baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId };
	return spawn(
		process.execPath,
		['test/run.mjs', 'test/nodes/Notifications/sendInOwnProcess.ts', JSON.stringify(addresses)],
		{ stdio: 'ignore', detached: true },
	);
}

it('a run that was killed in the middle, and run again, notifies every user exactly once', async () => {
	service.faults.add('notifications', { kind: 'delay', ms: 40 }, 60);
	const first = sendInOwnProcess();
	while (service.ledger.entries.length < 8) await new Promise((resolve) => setTimeout(resolve, 20));
	process.kill(-(first.pid ?? 0), 'SIGKILL');
	await once(first, 'exit');
	expect(service.ledger.entries.length).toBeLessThan(60);

	service.faults.clear();
	const second = sendInOwnProcess();
	const [code] = (await once(second, 'exit')) as [number];
	expect(code).toBe(0);
	expect(service.ledger.entries.map((entry) => entry.phone).sort()).toEqual(
		Array.from({ length: 60 }, (_, index) => phone(index)).sort(),
	);
}, 60_000);
