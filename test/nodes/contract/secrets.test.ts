import { inspect } from 'node:util';
import { LoggerProxy, type INode } from 'n8n-workflow';
import type { NodeRun } from '../../engine/runNode';
import type { Fault } from '../../service/faults';
import type { Endpoint } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/* The API token is nowhere in what n8n keeps or logs, even if the service itself repeats it. */

/** Longer than what is shown of a text, with what encodings write otherwise. */
const token = `test-token-${'aB3dE5gH7+\\'.repeat(90)}z4f1c9a7e`;
const service = serviceForEach({ token });
const log: unknown[] = [];
beforeAll(() => {
	const keep = (...line: unknown[]) => void log.push(line);
	LoggerProxy.init({ debug: keep, info: keep, warn: keep, error: keep });
});
beforeEach(() => void (log.length = 0));

function checkNoToken({ run, ...result }: NodeRun): void {
	const all = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };
	const everything = inspect([result, run, log], { ...all, showHidden: true });
	// Without errors and items in it, the search would be in vain.
	expect(everything).toMatch(/resultData/);
	const { token } = service;
	for (const form of [
		token,
		token.slice(0, 8),
		token.slice(-8),
		Buffer.from(token).toString('base64').slice(0, 20),
	]) {
		const at = everything.indexOf(form);
		expect(at < 0 ? '' : everything.slice(Math.max(0, at - 300), at + 100)).toBe('');
	}
}

async function run(endpoint: Endpoint, onError: INode['onError'] & string = 'stopWorkflow') {
	if (endpoint === 'notifications') {
		return await runNotifications(service, { sendOnce: 'always' }, { onError, items: users(2) });
	}
	const more = endpoint === 'status' ? { options: { maxWait: 0.15 } } : {};
	const parameters = endpoint === 'query' ? query() : bulkExport(more);
	return await runAnalytics(service, parameters, { onError });
}

const says = (said: unknown): Fault => {
	return { kind: 'status', status: 200, body: JSON.stringify(said) };
};

/** All that a service might repeat of a request, in the ways that errors are sent. */
function echoes(): Fault[] {
	const text = `Authorization: Bearer ${service.token} (token ${service.token})`;
	const statuses = [400, 401, 403, 404, 413, 500];
	return [
		...statuses.flatMap((status): Fault[] => [
			{ kind: 'status', status, body: text },
			{ kind: 'status', status, body: JSON.stringify({ message: text, headers: text }) },
		]),
		{ kind: 'status', status: 400, body: `<html><body>${text}</body></html>` },
		{ kind: 'status', status: 200, body: text },
		// What is shown of a text ends within the token.
		...[400, 200].map((status): Fault => {
			return { kind: 'status', status, body: `${'x'.repeat(188)} ${service.token}` };
		}),
		{ kind: 'status', status: 200, body: `${text},x\n${text},y\n` },
		{
			kind: 'redirect',
			status: 307,
			location: `https://${encodeURIComponent(token)}@x.invalid/?${text}`,
		},
		{ kind: 'redirect', status: 302, location: `http://127.0.0.1:9/${service.token}` },
		says(text),
		says({ data: text, status: 200 }),
		says({ data: [], status: 400, message: text }),
		says({ [text]: text }),
		says({ success: false, reason: { error: text, description: text } }),
	];
}

const ENDPOINTS: Endpoint[] = ['query', 'bulkStart', 'status', 'download', 'notifications'];

it.each(ENDPOINTS)('whatever goes wrong at the endpoint %s', async (endpoint) => {
	let failures = 0;
	for (const fault of echoes()) {
		service.reset();
		service.faults.add(endpoint, fault, Infinity);
		const result = await run(endpoint);
		failures += result.error ? 1 : 0;
		checkNoToken(result);
	}
	// One of them is a file.
	expect(failures).toBeGreaterThanOrEqual(echoes().length - 1);

	const [refusal] = echoes();
	for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
		service.reset();
		service.faults.add(endpoint, refusal!, Infinity);
		const result = await run(endpoint, onError);
		const items = endpoint === 'notifications' ? 2 : 1;
		expect([...result.items, ...result.errorItems]).toHaveLength(items);
		checkNoToken(result);
	}
});

it('in the failure of a job, and in its record as an output', async () => {
	const echo = `Failed for token ${service.token}`;
	service.options.failJob = { message: echo, description: echo };
	const failed = await runAnalytics(service, bulkExport());
	expect(failed.error?.description).toContain('Failed for token');
	checkNoToken(failed);

	const [jobId = ''] = service.jobs.keys();
	const record = await runAnalytics(service, bulkExport({ operation: 'getStatus', jobId }));
	expect(record.items[0]?.json.ErrorMessage).toContain('Failed for token');
	checkNoToken(record);
});

it('in the error of a sub-workflow', async () => {
	const sub = new SubWorkflow((rows, batch) => {
		if (batch > 1) throw new Error(`The request had the token ${service.token}`);
		return rows;
	});
	const parameters = bulkExport({ output: 'subWorkflow', workflowId: WORKFLOW_ID });
	const failed = await runAnalytics(service, parameters, { executeWorkflow: sub.execute });
	expect(failed.error?.description).toContain('The request had the token *****');
	checkNoToken(failed);
});

it('in a preview, whose output shows the request', async () => {
	const result = await runNotifications(service, { sendTo: 'nobody' }, { items: users(2) });
	expect(result.items[0]?.json).toMatchObject({ status: 'preview' });
	checkNoToken(result);
});
