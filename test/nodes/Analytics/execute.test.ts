import '../../support/quickWaits';
import { DateTime } from 'luxon';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import {
	BY_QUERY,
	bulkExport,
	itemsOfQueries,
	runAnalytics,
	startAnalytics,
} from '../../support/analyticsNode';
import { withContext } from '../../support/nodeWithContext';
import { CONTINUES_ON_ERROR, ON_ERROR } from '../../support/onError';
import { serviceForEach } from '../../support/serviceForEach';

/* What ends an execution. A time-out of n8n ends a node in the same way as Stop does. */

const service = serviceForEach();

const day = DateTime.utc().minus({ days: 1 }).toISODate();
const jobs = () => [...service.jobs.keys()];

async function until(isTime: () => boolean): Promise<void> {
	while (!isTime()) await new Promise(setImmediate);
}

it.each(ON_ERROR)(
	'an execution that is stopped while Bulk Export > Run waits names its jobs, and how to fetch their files (%s)',
	async (onError) => {
		service.options.states = Array<string>(1_000).fill('RUNNING');
		// The last two share a job.
		const items = itemsOfQueries('messages_by_day', 'usage_by_user', 'usage_by_user');
		const parameters = bulkExport(BY_QUERY);
		const { result, stop } = await startAnalytics(service, parameters, { items, onError });
		const looks = () => [...service.jobs.values()].filter((job) => job.looks > 0);
		await until(() => looks().length === 2);
		stop();
		const { run, error } = await result;
		expect(run.status).toBe('canceled');
		expect(error?.message).toBe('The execution was canceled');
		expect(error?.description).toBe(
			`Bulk Export > Get Result can fetch the file within 24 hours for item 0 with: ${jobs()[0]}; for item 1 with: ${jobs()[1]}.`,
		);
	},
);

it('an execution that is stopped while a job is being started says that it may have been started', async () => {
	service.faults.add('bulkStart', { kind: 'stall', apply: true });
	const { result, stop } = await startAnalytics(service, bulkExport());
	await until(() => service.jobs.size === 1);
	stop();
	const { error } = await result;
	expect(error?.description).toBe(
		'A job may have been started that the service did not confirm. Without its ID, the file of a job cannot be fetched: start the export again.',
	);
});

it('an execution that is stopped while a job waits for its turn does not speak of that job', async () => {
	const credential = { callsPerMinute: 1 };
	const items = itemsOfQueries('messages_by_day', 'usage_by_user');
	const steps: unknown[] = [];
	const { result, stop } = await startAnalytics(service, bulkExport(BY_QUERY), {
		items,
		credential,
		sendDataToUI: (_type, step) => void steps.push(step),
	});
	await until(() => steps.length > 0);
	stop();
	const { error } = await result;
	expect(error?.description).toMatch(/24 hours for item 0 with: [^ ]+\.$/);
});

describe('when one of several starts is refused', () => {
	const items = itemsOfQueries('messages_by_day', 'campaigns_by_user', 'messages_by_hour_block');
	const run = async () => await runAnalytics(service, bulkExport(BY_QUERY), { items });

	it('a job whose answer is on its way is named', async () => {
		service.faults.add('bulkStart', { kind: 'delay', ms: 200 });
		service.faults.add('bulkStart', { kind: 'status', status: 400 });
		const { error } = await run();
		expect(error?.message).toBe('The service refused the request');
		expect(error?.description).toMatch(/for item 0 with: job-\w+; for item 2 with: job-\w+\.$/);
	});

	it('and the others as well, no job may have been started', async () => {
		service.faults.add('bulkStart', { kind: 'status', status: 401 }, Infinity);
		const { error } = await run();
		expect(error?.description).not.toContain('may have been started');
	});

	it('one that the service asks to wait is not waited for', async () => {
		const headers = { 'Retry-After': '1200' };
		service.faults.add('bulkStart', { kind: 'status', status: 503, headers });
		service.faults.add('bulkStart', { kind: 'status', status: 400 });
		const from = performance.now();
		const { error } = await run();
		expect(error?.message).toBe('The service refused the request');
		expect(performance.now() - from).toBeLessThan(60_000);
	});

	it('one that waits for its turn is not made any more', async () => {
		service.faults.add('bulkStart', { kind: 'status', status: 400 });
		const credential = { callsPerMinute: 1 };
		await runAnalytics(service, bulkExport(BY_QUERY), { items, credential });
		expect(service.requests).toHaveLength(1);
	});
});

describe('a start without a clear answer', () => {
	/** Equal items share a job. */
	const items = itemsOfQueries('messages_by_day', 'messages_by_day');
	const UP_TO_4 = 'Up to 4 jobs may have been started that the service did not confirm.';
	const stopped = { kind: 'status', status: 500, apply: true } as const;

	it.each(CONTINUES_ON_ERROR)(
		'says in each item that it is about how many jobs may have been started (%s)',
		async (onError) => {
			service.faults.add('bulkStart', stopped, 4);
			const parameters = bulkExport(BY_QUERY);
			const run = await runAnalytics(service, parameters, { items, onError });
			expect(service.jobs.size).toBe(4);
			const failed = [...run.items, ...run.errorItems];
			expect(failed).toHaveLength(2);
			const each = { jobId: null, description: expect.stringContaining(UP_TO_4) as string };
			expect(failed.map(({ json }) => json)).toMatchObject([each, each]);
		},
	);

	it.each([
		{ what: 'has no answer yet', fault: { kind: 'stall', apply: true } as const },
		{ what: 'is tried again', fault: { kind: 'resetAfterRead', apply: true } as const },
	])('counts if it $what when another item fails', async ({ fault }) => {
		service.faults.add('bulkStart', fault);
		service.faults.add('bulkStart', { kind: 'status', status: 400, body: '{"message":"No"}' });
		const two = itemsOfQueries('messages_by_day', 'campaigns_by_user');
		const { error } = await runAnalytics(service, bulkExport(BY_QUERY), { items: two });
		expect(service.jobs.size).toBe(1);
		expect(error?.description).toMatch(/\(status 400\): No\. A job may have been started/);
		expect(error?.context.itemIndex).toBe(1);
	});
});

describe('the steps of an export', () => {
	/** @returns the texts that n8n's log and the browser's console got, in their order */
	async function loggedSteps() {
		const inLog: string[] = [];
		const inConsole: string[] = [];
		const node = withContext(new Analytics(), () => ({
			logger: { info: (text: string) => void inLog.push(text) },
		}));
		const sendDataToUI = (_type: string, data: unknown) => {
			inConsole.push(...(data as { messages: string[] }).messages);
		};
		await runAnalytics(service, bulkExport(), { node, sendDataToUI });
		return { inLog, inConsole };
	}

	it('are written to the log and, in a manual run, to the console of the browser', async () => {
		const { inLog, inConsole } = await loggedSteps();
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

	it('never contain the token, even if the service sends it back', async () => {
		service.options.states = [`status ${service.token}`];
		const { inLog } = await loggedSteps();
		expect(inLog).toContain(`Node: Job ${jobs()[0]} has the status status *****`);
		expect(inLog.join()).not.toContain(service.token);
	});
});
