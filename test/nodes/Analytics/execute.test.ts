import '../../support/quickWaits';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { bulkExport, runAnalytics, startAnalytics } from '../../support/analyticsNode';
import type { RunOptions } from '../../support/nodeRuns';
import { ON_ERROR } from '../../support/onError';
import { serviceForEach } from '../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/* What ends an execution. A time-out of n8n ends a node in the same way as Stop does. */

const service = serviceForEach();

const day = DateTime.utc().minus({ days: 1 }).toISODate();
const jobs = () => [...service.jobs.keys()];

async function until(isTime: () => boolean): Promise<void> {
	while (!isTime()) await new Promise(setImmediate);
}

/** Whether so many jobs were started, and the node has looked at each of them. */
function areLookedAt(jobCount: number): boolean {
	const started = [...service.jobs.values()];
	return started.length === jobCount && started.every(({ looks }) => looks > 0);
}

/** Starts Bulk Export > Run, and stops it once its jobs have a status. */
async function stoppedWhileWaiting(
	parameters: Parameters<typeof bulkExport>[0],
	{ jobCount = 1, ...options }: RunOptions & { jobCount?: number } = {},
) {
	service.options.states = Array<string>(1_000).fill('RUNNING');
	const { result, stop } = await startAnalytics(service, bulkExport(parameters), options);
	await until(() => areLookedAt(jobCount));
	stop();
	return await result;
}

describe('an execution that is stopped while Bulk Export > Run waits', () => {
	it.each(ON_ERROR)(
		'names the job, its query and its day, and how to fetch it (%s)',
		async (onError) => {
			const { run, error } = await stoppedWhileWaiting(
				{ queryName: 'messages_by_day' },
				{ onError },
			);
			const [jobId] = jobs();
			expect(run.status).toBe('canceled');
			expect(error?.message).toBe('The execution was canceled');
			expect(error?.description).toBe(
				`The job and its file stay at the service: to get them, run Bulk Export > Get Result within 24 hours, with Job ID ${jobId} and Query Name messages_by_day (${day}).`,
			);
		},
	);

	it('names the jobs of all parts of a long range, each with its days', async () => {
		const long = { dateRange: 'lastDays', days: 60 };
		const { error } = await stoppedWhileWaiting(long, { jobCount: 2 });
		const [first, second] = jobs();
		const daysAgo = (days: number) => DateTime.utc().minus({ days }).toISODate();
		expect(error?.description).toBe(
			`2 jobs and their files stay at the service: to get them, run Bulk Export > Get Result for each within 24 hours, with Job ID ${first} and Query Name messages_by_hour_block (${daysAgo(60)} to ${daysAgo(31)}) and Job ID ${second} and Query Name messages_by_hour_block (${daysAgo(30)} to ${day}).`,
		);
	});

	it('names the jobs of all items, and one that items share only once', async () => {
		const queries = ['messages_by_day', 'usage_by_user', 'usage_by_user'];
		const items = queries.map((query) => ({ json: { query } }));
		const parameters = { queryName: '={{ $json.query }}' };
		const { error } = await stoppedWhileWaiting(parameters, { items, jobCount: 2 });
		const [first, second] = jobs();
		expect(error?.description).toContain(
			`with Job ID ${first} and Query Name messages_by_day (${day}) and Job ID ${second} and Query Name usage_by_user (${day}).`,
		);
	});
});

it('an execution that is stopped while its file arrives names the job', async () => {
	service.faults.add('download', { kind: 'stallBody', fraction: 0.5 });
	const { result, stop } = await startAnalytics(service, bulkExport({ output: 'csvFile' }));
	await until(() => service.requests.some(({ endpoint }) => endpoint === 'download'));
	stop();
	const { error } = await result;
	expect(error?.description).toContain(`Job ID ${jobs()[0]} and Query Name`);
});

it('an execution that is stopped while a job is being started says that it may have been started', async () => {
	service.faults.add('bulkStart', { kind: 'stall', apply: true });
	const { result, stop } = await startAnalytics(service, bulkExport());
	await until(() => service.jobs.size === 1);
	stop();
	const { error } = await result;
	expect(error?.description).toBe('1 more job may have been started.');
});

it('an execution that is stopped in Bulk Export > Start names the jobs that were started', async () => {
	const items = ['messages_by_day', 'usage_by_user'].map((query) => ({ json: { query } }));
	const parameters = bulkExport({ operation: 'start', queryName: '={{ $json.query }}' });
	service.faults.add('bulkStart', { kind: 'delay', ms: 0 });
	service.faults.add('bulkStart', { kind: 'stall' });
	const { result, stop } = await startAnalytics(service, parameters, { items });
	await until(() => service.requests.some(({ fault }) => fault === 'stall'));
	await until(() => service.requests[0]?.status === 200);
	await new Promise((resolve) => setTimeout(resolve, 100));
	stop();
	const { error } = await result;
	const named = `Job ID ${jobs()[0]} and Query Name messages_by_day (${day}).`;
	expect(error?.description).toContain(named);
	expect(error?.description).toMatch(/ 1 more job may have been started\.$/);
});

it('an execution without jobs that is stopped has nothing to advise', async () => {
	service.faults.add('query', { kind: 'stall' });
	const query = { resource: 'query', operation: 'run', queryName: 'messages_by_day' };
	const { result, stop } = await startAnalytics(service, query);
	await until(() => service.requests.length === 1);
	stop();
	const { error } = await result;
	expect(error?.message).toBe('The execution was canceled');
	expect(error?.description ?? '').toBe('');
});

it('an execution that is stopped while rows are passed on counts them, and names the jobs of all items', async () => {
	const queries = ['messages_by_day', 'messages_by_hour_block', 'usage_by_user'];
	const items = queries.map((query) => ({ json: { query } }));
	const parameters = bulkExport({
		queryName: '={{ $json.query }}',
		output: 'subWorkflow',
		workflowId: WORKFLOW_ID,
		rowsPerBatch: 10,
		options: { columnNames: 'secondRow' },
	});
	let stop = () => {};
	let passedOn = 0;
	const sub = new SubWorkflow((rows, call) => {
		if (call === 4) stop();
		else passedOn += rows.length;
		return rows;
	});
	const execution = await startAnalytics(service, parameters, {
		items,
		executeWorkflow: sub.execute,
	});
	stop = execution.stop;
	const { error, run } = await execution.result;
	expect(run.status).toBe('canceled');
	expect(passedOn).toBeGreaterThan(0);
	expect(error?.description).toContain(`Passed on to the sub-workflow so far: ${passedOn} rows.`);
	for (const job of jobs()) expect(error?.description).toContain(`Job ID ${job} and`);
});

describe('the steps of an export', () => {
	/** @returns the texts that n8n's log and the browser's console got, in their order */
	async function loggedBy(parameters: INodeParameters, options: RunOptions = {}) {
		const inLog: string[] = [];
		const inConsole: string[] = [];
		const node = new Analytics();
		const nodeWithLog: typeof node = {
			...node,
			async execute() {
				const info = jest.spyOn(this.logger, 'info');
				info.mockImplementation((text) => void inLog.push(text));
				const output = await node.execute.call(this);
				info.mockRestore();
				return output;
			},
		};
		const sendDataToUI = (_type: string, data: unknown) => {
			inConsole.push(...(data as { messages: string[] }).messages);
		};
		const withBoth = { ...options, node: nodeWithLog, sendDataToUI };
		const { hints } = await runAnalytics(service, parameters, withBoth);
		return { hints, inLog, inConsole };
	}

	/** The number in a text such as "Waited 58 seconds for a call". */
	function secondsIn(text: string): number {
		return Number(/(\d+) seconds/.exec(text)?.[1]);
	}

	it('are written to the log and, in a manual run, to the console of the browser', async () => {
		const { inLog, inConsole } = await loggedBy(bulkExport());
		const [jobId] = jobs();
		const steps = [
			`Started job ${jobId} (messages_by_hour_block, ${day})`,
			`Job ${jobId} has the status PENDING`,
			`Job ${jobId} has the status RUNNING`,
			`Job ${jobId} has the status DONE`,
			expect.stringMatching(`^Received the file of job ${jobId} \\(\\d+ bytes\\)$`) as string,
		];
		expect(inConsole).toEqual(steps);
		expect(inLog).toEqual(inConsole.map((step) => `Node: ${step}`));
	});

	it('include the waits for a call and how long they took, which a hint adds up', async () => {
		const { inConsole, hints } = await loggedBy(bulkExport(), {
			credential: { callsPerMinute: 1 },
		});
		const begun = inConsole.filter((step) => step.startsWith('Waiting'));
		const waits = inConsole.filter((step) => step.startsWith('Waited'));
		// Before the three requests for the status, and before the download. The start of the job is the first call.
		expect(begun).toEqual(Array(4).fill('Waiting for a call: the service allows 1 call a minute'));
		expect(waits).toHaveLength(4);
		let seconds = 0;
		for (const wait of waits) {
			expect(wait).toMatch(/^Waited \d+ seconds for a call$/);
			seconds += secondsIn(wait);
		}
		// Each call is made a minute after the one before, and the node itself waits for 23 seconds of that.
		expect(seconds).toBeGreaterThan(4 * 60 - 23 - 5);
		expect(seconds).toBeLessThan(4 * 60 - 23 + 5);
		const [hint] = hints.map(({ message }) => message).filter((text) => text.includes('waited'));
		expect(hint).toMatch(/^This run waited \d+ seconds: the service allows 1 call a minute\.$/);
		// Each of the waits is rounded.
		expect(Math.abs(secondsIn(hint!) - seconds)).toBeLessThanOrEqual(waits.length);
	});

	it('never contain the token, even if the service sends it back', async () => {
		service.options.states = [`status ${service.token}`];
		const { inLog } = await loggedBy(bulkExport());
		expect(inLog).toContain(`Node: Job ${jobs()[0]} has the status status *****`);
		expect(inLog.join()).not.toContain(service.token);
	});

	it('are not those of a query, which has none', async () => {
		const query = { resource: 'query', operation: 'run', queryName: 'messages_by_day' };
		const { inLog } = await loggedBy(query);
		expect(inLog).toEqual([]);
	});
});
