import { peakBytes, residentBytes, resetPeak } from '../../../benchmark/n8n/processMemory';
import { addFaults, addFaultsUntilSilence } from '../../support/notificationFaults';
import { until } from '../childProcess';
import { NEWEST } from '../installation';
import { chain, CLICK, node, ours } from '../workflows';
import { sharedWorld } from '../world';

/* A long list in whole n8n, which dies in the middle. `NOTIFICATIONS=100000` sends as many. */

const MANY = Number(process.env.NOTIFICATIONS ?? 5_000);
const LIMIT_MS = 1_200_000;
const BATCH = 100;

const shared = sharedWorld(NEWEST);

/** Makes the users, and notifies each. */
const WORKFLOW = chain(
	'Many',
	CLICK,
	node(
		'Users',
		'n8n-nodes-base.code',
		{
			jsCode: `return Array.from({ length: ${MANY} }, (_, index) => ({
				json: { phone: '+55119' + (10_000_000 + index), name: 'User ' + index },
			}));`,
		},
		2,
	),
	ours('Node', 'notifications', {
		templateId: 'welcome',
		phone: '={{ $json.phone }}',
		options: { batchSize: BATCH, maxPerRun: MANY },
	}),
);

/** Asks for the statuses alone: what n8n saves of so many items is large, and it is busy for seconds. */
async function statuses(workflow: string, count: number): Promise<string[]> {
	const { api, child } = shared().n8n;
	const executions = await api.ended(workflow, count, { child, limitMs: LIMIT_MS });
	return executions.map(({ status }) => status);
}

it(
	'notifies each user once, with faults in between, killed and run again',
	async () => {
		const { n8n, service } = shared();
		const workflow = await n8n.addExample(WORKFLOW);
		const requests = MANY / BATCH;
		addFaultsUntilSilence(service.faults, requests / 2);
		await n8n.api.run(workflow);
		const isSilent = () => service.requests.some(({ fault }) => fault === 'stall');
		await until('the middle', isSilent, { child: n8n.child, limitMs: LIMIT_MS });
		await n8n.crash();
		const before = service.ledger.entries.length;
		expect(before).toBeGreaterThan(MANY / 3);
		expect(before).toBeLessThan(MANY);
		expect(await statuses(workflow, 1)).toEqual(['crashed']);

		service.faults.clear();
		addFaults(service.faults, requests);
		const { pid } = n8n.child;
		const idle = residentBytes(pid);
		resetPeak(pid);
		await n8n.api.run(workflow);
		expect(await statuses(workflow, 2)).toEqual(['success', 'crashed']);
		const wrong = service.requests.filter(({ fault }) => fault && fault !== 'delay').length;
		console.log(
			`${MANY} notifications: killed after ${before}, ${service.requests.length} requests, ${wrong} of them went wrong; n8n has ${megabytes(idle)} before the run, and ${megabytes(peakBytes(pid))} at most`,
		);
		const { entries } = service.ledger;
		expect(entries).toHaveLength(MANY);
		const phones = Array.from({ length: MANY }, (_, index) => `+55119${10_000_000 + index}`);
		expect(new Set(entries.map((entry) => entry.phone))).toEqual(new Set(phones));
	},
	LIMIT_MS,
);

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 2 ** 20)} MB`;
}
