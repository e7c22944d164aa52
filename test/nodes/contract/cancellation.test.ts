import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
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
import { withEvents } from '../../support/stopAt';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/* Stop, pressed wherever a node waits: it ends soon, and leaves no socket, timer or file behind. */

const LONGEST_MS = 2_000;

// Its own for each, since a "too many calls" holds for everybody who uses the same address.
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

/** As n8n names what it has stored, and what it knows of it. */
const STORED = /^[\da-f-]{36}(\.metadata)?$/;

type Execution = Awaited<ReturnType<typeof startAnalytics>>;

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
	expect([run.status, items]).toEqual(['canceled', []]);
	expect(JSON.stringify(run)).not.toContain(service.token);
	expect(await leftSince(before, keepsHalfFiles ? STORED : undefined)).toEqual([]);
	return run;
}

function onceFaulty(): () => boolean {
	let since = Infinity;
	return () => {
		const isFaulty = service.requests.some(({ fault }) => fault && fault !== 'delay');
		since = Math.min(since, isFaulty ? performance.now() : Infinity);
		return performance.now() - since >= 20;
	};
}
const onceJobsRun = (count: number) => () => service.jobs.size === count;

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
const HALF: Trouble[] = ['half an answer'];

const csvFile = bulkExport({ output: 'csvFile' });
const gzipFile = bulkExport({ output: 'gzipFile' });
const failJob = { message: 'No', description: 'Not today' };

type Call = [string, INodeParameters, Endpoint, Trouble[], Partial<ServiceOptions>?];
const CALLS: Call[] = [
	['a download as items', bulkExport(), 'download', ALL],
	['a download as CSV', csvFile, 'download', HALF],
	['a download as gzip', gzipFile, 'download', HALF],
	['why a job failed', bulkExport(), 'download', ['no answer'], { failJob }],
	['the query for column names', csvFile, 'query', ['no answer']],
	['a query', query(), 'query', ALL],
];
const cases = CALLS.flatMap(([call, parameters, endpoint, troubles, options]) =>
	troubles.map((trouble) => ({ call, trouble, parameters, endpoint, options })),
);

it.each(cases)('Stop in $call: $trouble', async ({ trouble, parameters, endpoint, options }) => {
	Object.assign(service.options, options);
	service.faults.add(endpoint, FAULTS[trouble]);
	await checkStop(await startAnalytics(service, parameters), onceFaulty());
});

it.each(ALL)('Stop in notifications says how many were sent: %s', async (trouble) => {
	service.faults.add('notifications', { kind: 'delay', ms: 0 }, 4);
	service.faults.add('notifications', FAULTS[trouble], Infinity);
	const items = users(20);
	const { data } = await checkStop(await startNotifications(service, {}, { items }), onceFaulty());
	const said = /Of 20 notifications, 4 were confirmed(?:; up to (\d+) more may have been sent)?\./;
	const [, inDoubt = '0'] = said.exec(JSON.stringify(data.resultData)) ?? [undefined, '-9'];
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

const all = panels.map(({ name, parameters }) => [name, parameters] as const);
it.each(all)('Stop at each thing that is asked of n8n: %s', async (_, chosen) => {
	await runAnalytics(service, bulkExport({ operation: 'start' }));
	const [jobId = ''] = service.jobs.keys();
	service.jobs.get(jobId)!.looks = 10;
	const isSend = chosen.resource === 'notification';
	const [Node, start] = isSend ? [Notifications, startNotifications] : [Analytics, startAnalytics];
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
		const node = withEvents(new Node(), () => {
			events += 1;
			if (events === at) onEvent();
		});
		const { execute: executeWorkflow } = new SubWorkflow();
		const items = isSend ? users(3) : [{ json: {} }];
		const execution = await start(service, parameters, { node, items, executeWorkflow });
		await Promise.race([isTime.then(execution.stop), execution.result]);
		const result = await execution.result;
		({ status } = result.run);
		lengths.add(result.items.length);
		// A file that was whole before Stop is n8n's, which deletes it with the execution.
		expect(await leftSince(before, STORED)).toEqual([]);
	}
	// All or nothing was passed on, and nothing at least once.
	expect([...lengths].sort()).toEqual([0, lengths.size === 2 ? Math.max(...lengths) : NaN]);
});
