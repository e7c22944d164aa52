import '../../support/quickWaits';
import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { OUTPUT_NAMES } from '../../../nodes/Analytics/outputs/outputs';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { keepsHalfFiles } from '../../engine/olderEngines';
import type { NodeRun } from '../../engine/runNode';
import type { Fault } from '../../service/faults';
import type { ServiceOptions } from '../../service/options';
import type { Endpoint } from '../../service/requests';
import { startService } from '../../service/service';
import { deferred } from '../../support/deferred';
import { bulkExport, query, runAnalytics, startAnalytics } from '../../support/analyticsNode';
import { type Leftovers, leftSince, presentBefore } from '../../support/leftovers';
import { startNotifications, users } from '../../support/notificationsNode';
import { panels } from '../../support/panels';
import { serviceForEach } from '../../support/serviceForEach';
import { withEvents } from '../../support/nodeEvents';
import { startFinishedJob } from '../../support/startedJobs';

/* Stop, pressed wherever a node waits: it ends soon, and leaves no socket, timer or file behind. */

const LONGEST_MS = 2_000;

// Each test has a service of its own, since "too many calls" holds for everybody who uses the same address.
const service = serviceForEach({ rows: 300 });
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

/** @returns whether the service has met a fault, and the node has waited because of it for a moment */
function onceWaiting(): () => boolean {
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

/** What a node may wait for when Stop is pressed, and the fault by which it waits. */
const WAITS = {
	'a response': { kind: 'stall' },
	'the rest of a response': { kind: 'stallBody' },
	'the end of a response that drips': { kind: 'drip', bytesPerSecond: 20 },
	'the end of a pause after too many calls': { kind: 'status', status: 429, headers: LATER },
	'another try': { kind: 'status', status: 500, headers: LATER },
} satisfies Record<string, Fault>;
type Wait = keyof typeof WAITS;
const ALL_WAITS = Object.keys(WAITS) as Wait[];

interface Call {
	call: string;
	parameters: INodeParameters;
	/** Which of its requests the node waits for. */
	endpoint: Endpoint;
	waits: Wait[];
	options?: Partial<ServiceOptions>;
}

const CALLS: Call[] = [
	...OUTPUT_NAMES.map((output) => ({
		call: `a download for the output ${output}`,
		parameters: bulkExport({ output }),
		endpoint: 'download' as const,
		waits: ALL_WAITS,
	})),
	{
		call: 'the download that says why a job failed',
		parameters: bulkExport(),
		endpoint: 'download',
		waits: ['a response'],
		options: { failJob: { message: 'No', description: 'Not today' } },
	},
	{
		call: 'the query for column names',
		parameters: bulkExport({ output: 'csvFile' }),
		endpoint: 'query',
		waits: ['a response'],
	},
	{ call: 'a query', parameters: query(), endpoint: 'query', waits: ALL_WAITS },
];

describe.each(CALLS)('Stop in $call', ({ parameters, endpoint, waits, options }) => {
	it.each(waits)('ends the wait for %s at once', async (wait) => {
		Object.assign(service.options, options);
		service.faults.add(endpoint, WAITS[wait]);
		const execution = await startAnalytics(service, parameters);
		await checkStop(execution, onceWaiting());
	});
});

it.each(ALL_WAITS)(
	'Stop in notifications that wait for %s says how many were sent',
	async (wait) => {
		service.faults.add('notifications', { kind: 'delay', ms: 0 }, 4);
		service.faults.add('notifications', WAITS[wait], Infinity);
		const items = users(20);
		const execution = await startNotifications(service, {}, { items });
		const { data } = await checkStop(execution, onceWaiting());
		const said = JSON.stringify(data.resultData);
		const pattern =
			/Of 20 notifications, 4 were confirmed(?:; up to (\d+) more may have been sent)?\./;
		expect(said).toMatch(pattern);
		const [, inDoubt = '0'] = pattern.exec(said)!;
		expect(service.ledger.entries.length).toBeLessThanOrEqual(4 + Number(inDoubt));
	},
);

it('Stop while jobs are running ends the waits of all items', async () => {
	service.options.jobDurationMs = 60_000;
	// The last two share a job.
	const items = ['1', '2', '3', '3'].map((user) => ({ json: { user } }));
	const parameters = bulkExport({ filters: { userId: '={{ $json.user }}' } });
	await checkStop(await startAnalytics(service, parameters, { items }), onceJobsRun(3));
});

it('Stop ends the wait for a turn among the calls of a minute', async () => {
	const credential = { callsPerMinute: 1 };
	await checkStop(await startAnalytics(service, bulkExport(), { credential }), onceJobsRun(1));
});

describe.each(panels)('Stop at any moment of $name', ({ parameters: chosen }) => {
	const isSend = chosen.resource === 'notification';

	/** Runs the node, and presses Stop when it asks something of n8n for the nth time. @param nth counted from 1 */
	async function runStoppedAt(nth: number, jobId: string): Promise<NodeRun> {
		let events = 0;
		const isTime = deferred();
		const plainNode = isSend ? new Notifications() : new Analytics();
		const node = withEvents(plainNode, () => {
			events += 1;
			if (events === nth) isTime.resolve();
		});
		const items = isSend ? users(3) : [{ json: {} }];
		const parameters = { ...bulkExport({ jobId }), ...chosen };
		const start = isSend ? startNotifications : startAnalytics;
		const execution = await start(service, parameters, { node, items });
		void isTime.promise.then(execution.stop);
		return await execution.result;
	}

	it('passes all items on or none, and leaves nothing behind', async () => {
		const jobId = (await startFinishedJob(service)).jobId;
		const itemCounts = new Set<number>();
		const statuses = new Set<string>();
		// Stop comes later and later, until the node has finished before.
		for (let nth = 1; !statuses.has('success'); nth += 1) {
			const { run, items, error } = await runStoppedAt(nth, jobId);
			// An operation that fails would never finish.
			if (run.status === 'error') throw error ?? new Error('It failed');
			statuses.add(run.status);
			itemCounts.add(items.length);
			// A file that was whole before Stop is n8n's, which deletes it with the execution.
			expect(await leftSince(before, STORED)).toEqual([]);
		}
		expect([...statuses].sort()).toEqual(['canceled', 'success']);
		expect(itemCounts).toContain(0);
		expect(itemCounts.size).toBe(2);
	});
});
