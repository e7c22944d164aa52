import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { OUTPUT_NAMES } from '../../../nodes/Analytics/outputs/outputs';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { keepsHalfFiles } from '../../engine/olderEngines';
import type { Fault } from '../../service/faults';
import type { ServiceOptions } from '../../service/options';
import type { Endpoint } from '../../service/requests';
import { startService } from '../../service/service';
import { bulkExport, query, runAnalytics, startAnalytics } from '../../support/analyticsNode';
import { type Leftovers, leftSince, presentBefore } from '../../support/leftovers';
import { startNotifications, users } from '../../support/notificationsNode';
import { panels } from '../../support/panels';
import { serviceForEach } from '../../support/serviceForEach';
import { withEvents } from '../../support/nodeEvents';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/* Stop, pressed wherever a node waits: it ends soon, and leaves no socket, timer or file behind. */

const LONGEST_MS = 2_000;

// Each test has a service of its own, since "too many calls" holds for everybody who uses the same address.
const service = serviceForEach({ rows: 3_000 });
let before: Leftovers;
// With the first execution, older engines (seen up to 2.20) start a timer of their own.
beforeAll(async () => {
	const first = await startService();
	await runAnalytics(first, query());
	await first.close();
});
beforeEach(async () => {
	before = await presentBefore();
});

/** How n8n names a file that it has stored, and the file with what it knows of it. */
const STORED = /^[\da-f-]{36}(\.metadata)?$/;

type Execution = Awaited<ReturnType<typeof startAnalytics>>;

/** Stops the execution when it is time, and checks that it ends soon and leaves nothing behind. */
async function checkStop({ result, stop }: Execution, isTime: () => boolean) {
	let isOver = false;
	void result.finally(() => {
		isOver = true;
	});
	while (!isTime() && !isOver) await new Promise((resolve) => setTimeout(resolve, 100));
	const pressed = performance.now();
	stop();
	const { run, items } = await result;
	expect(performance.now() - pressed).toBeLessThan(LONGEST_MS);
	expect(run.status).toBe('canceled');
	expect(items).toEqual([]);
	expect(JSON.stringify(run)).not.toContain(service.token);
	expect(await leftSince(before, keepsHalfFiles ? STORED : undefined)).toEqual([]);
	return run;
}

/** @returns whether a fault has been under way for a moment */
function onceFaulty(): () => boolean {
	let since = Infinity;
	return () => {
		const isFaulty = service.requests.some(({ fault }) => fault && fault !== 'delay');
		since = Math.min(since, isFaulty ? performance.now() : Infinity);
		return performance.now() - since >= 20;
	};
}
function onceJobsRun(count: number): () => boolean {
	return () => service.jobs.size === count;
}

const LATER = { 'Retry-After': '200' };
const FAULTS = {
	'no answer': { kind: 'stall' },
	'half an answer': { kind: 'stallBody', fraction: 0.5 },
	'too many calls': { kind: 'status', status: 429, headers: LATER },
	'before another try': { kind: 'status', status: 500, headers: LATER },
	'an answer that drips': { kind: 'drip', bytesPerSecond: 20 },
} satisfies Record<string, Fault>;
type Trouble = keyof typeof FAULTS;
const ALL = Object.keys(FAULTS) as Trouble[];

interface Call {
	call: string;
	parameters: INodeParameters;
	/** Which of its requests meets each of the troubles. */
	endpoint: Endpoint;
	troubles: Trouble[];
	options?: Partial<ServiceOptions>;
}

const CALLS: Call[] = [
	...OUTPUT_NAMES.map((output) => ({
		call: `a download for the output ${output}`,
		parameters: bulkExport({ output, workflowId: WORKFLOW_ID }),
		endpoint: 'download' as const,
		troubles: ALL,
	})),
	{
		call: 'the download that says why a job failed',
		parameters: bulkExport(),
		endpoint: 'download',
		troubles: ['no answer'],
		options: { failJob: { message: 'No', description: 'Not today' } },
	},
	{
		call: 'the query for column names',
		parameters: bulkExport({ output: 'csvFile' }),
		endpoint: 'query',
		troubles: ['no answer'],
	},
	{ call: 'a query', parameters: query(), endpoint: 'query', troubles: ALL },
];

describe.each(CALLS)('Stop in $call', ({ parameters, endpoint, troubles, options }) => {
	it.each(troubles)('ends it at once: %s', async (trouble) => {
		Object.assign(service.options, options);
		service.faults.add(endpoint, FAULTS[trouble]);
		const { execute: executeWorkflow } = new SubWorkflow();
		const execution = await startAnalytics(service, parameters, { executeWorkflow });
		await checkStop(execution, onceFaulty());
	});
});

it.each(ALL)('Stop in notifications says how many were sent: %s', async (trouble) => {
	service.faults.add('notifications', { kind: 'delay', ms: 0 }, 4);
	service.faults.add('notifications', FAULTS[trouble], Infinity);
	const items = users(20);
	const execution = await startNotifications(service, {}, { items });
	const { data } = await checkStop(execution, onceFaulty());
	const said = JSON.stringify(data.resultData);
	const pattern =
		/Of 20 notifications, 4 were confirmed(?:; up to (\d+) more may have been sent)?\./;
	expect(said).toMatch(pattern);
	const [, inDoubt = '0'] = pattern.exec(said)!;
	expect(service.ledger.entries.length).toBeLessThanOrEqual(4 + Number(inDoubt));
});

it('Stop while a job runs, for all items', async () => {
	service.options.jobDurationMs = 60_000;
	// The last two share a job.
	const items = ['1', '2', '3', '3'].map((user) => ({ json: { user } }));
	const parameters = bulkExport({ filters: { userId: '={{ $json.user }}' } });
	await checkStop(await startAnalytics(service, parameters, { items }), onceJobsRun(3));
});

it('Stop while waiting for a turn in the calls a minute', async () => {
	const credential = { callsPerMinute: 1 };
	await checkStop(await startAnalytics(service, bulkExport(), { credential }), onceJobsRun(1));
});

it.each(panels)('Stop at each thing that $name asks of n8n', async ({ parameters: chosen }) => {
	await runAnalytics(service, bulkExport({ operation: 'start' }));
	const [jobId = ''] = service.jobs.keys();
	service.jobs.get(jobId)!.looks = 10;
	const isSend = chosen.resource === 'notification';
	const start = isSend ? startNotifications : startAnalytics;
	const parameters = { ...bulkExport({ workflowId: WORKFLOW_ID, jobId }), ...chosen };
	const lengths = new Set<number>();
	let status = '';
	for (let at = 1; status !== 'success'; at++) {
		expect(['', 'canceled']).toContain(status);
		let events = 0;
		let onEvent = () => {};
		const isTime = new Promise<void>((resolve) => {
			onEvent = resolve;
		});
		const plainNode = isSend ? new Notifications() : new Analytics();
		const node = withEvents(plainNode, () => {
			events += 1;
			if (events === at) onEvent();
		});
		const { execute: executeWorkflow } = new SubWorkflow();
		const items = isSend ? users(3) : [{ json: {} }];
		const execution = await start(service, parameters, { node, items, executeWorkflow });
		await Promise.race([isTime.then(execution.stop), execution.result]);
		const result = await execution.result;
		status = result.run.status;
		lengths.add(result.items.length);
		// A file that was whole before Stop is n8n's, which deletes it with the execution.
		expect(await leftSince(before, STORED)).toEqual([]);
	}
	// All or nothing was passed on, and nothing at least once.
	expect(lengths).toContain(0);
	expect(lengths.size).toBe(2);
});
