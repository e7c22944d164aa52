import { inspect } from 'node:util';
import { LoggerProxy, type INode } from 'n8n-workflow';
import type { NodeRun } from '../../engine/runNode';
import type { Fault } from '../../service/faults';
import { ENDPOINTS, type KnownEndpoint } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/* The API token is nowhere in what n8n stores, shows or logs, even if the service itself repeats it. */

/**
 * Longer than the part of a text that errors show, so that a text may be cut within the token, and with characters that
 * JSON and URLs write in another way.
 */
const token = `test-token-${'aB3dE5gH7+\\'.repeat(90)}z4f1c9a7e`;
const service = serviceForEach({ token });

const log: unknown[] = [];
beforeAll(() => {
	const write = (...line: unknown[]) => {
		log.push(line);
	};
	LoggerProxy.init({ debug: write, info: write, warn: write, error: write });
});
beforeEach(() => {
	log.length = 0;
});

function checkNoToken(result: NodeRun): void {
	const everything = inspect([result, log], {
		depth: Infinity,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		showHidden: true,
	});
	// Without the data of the execution in it, the search would prove nothing.
	expect(everything).toContain('resultData');
	const base64 = Buffer.from(token).toString('base64');
	checkIsAbsent(token, everything);
	checkIsAbsent(token.slice(0, 8), everything);
	checkIsAbsent(token.slice(-8), everything);
	checkIsAbsent(base64.slice(0, 20), everything);
}

/** If it fails, it shows the surroundings alone: the whole text would fill the screen. */
function checkIsAbsent(secret: string, everything: string): void {
	const at = everything.indexOf(secret);
	const found = at < 0 ? '' : everything.slice(Math.max(0, at - 300), at + 100);
	expect(found).toBe('');
}

type OnError = NonNullable<INode['onError']>;

/** An operation that calls the endpoint. */
const RUNS: Record<KnownEndpoint, (onError: OnError) => Promise<NodeRun>> = {
	query: async (onError) => await runAnalytics(service, query(), { onError }),
	bulkStart: async (onError) => await runAnalytics(service, bulkExport(), { onError }),
	status: async (onError) =>
		await runAnalytics(service, bulkExport({ options: { maxWait: 0.15 } }), { onError }),
	download: async (onError) => await runAnalytics(service, bulkExport(), { onError }),
	notifications: async (onError) =>
		await runNotifications(service, { sendOnce: 'always' }, { onError, items: users(2) }),
};

/** In these ways, a service may repeat the headers of a request. */
function echoes(): Fault[] {
	const text = `Authorization: Bearer ${token} (token ${token})`;
	const response = (status: number, body: string): Fault => ({ kind: 'status', status, body });
	const asMessage = JSON.stringify({ message: text, headers: text });
	const cutWithinToken = `${'x'.repeat(188)} ${token}`;
	return [
		response(400, text),
		response(400, asMessage),
		response(401, text),
		response(401, asMessage),
		response(403, text),
		response(403, asMessage),
		response(404, text),
		response(404, asMessage),
		response(413, text),
		response(413, asMessage),
		response(500, text),
		response(500, asMessage),
		response(400, `<html><body>${text}</body></html>`),
		response(400, cutWithinToken),
		response(200, cutWithinToken),
		response(200, text),
		// As the header and the first row of a file.
		response(200, `${text},x\n${text},y\n`),
		response(200, JSON.stringify(text)),
		response(200, JSON.stringify({ data: text, status: 200 })),
		response(200, JSON.stringify({ data: [], status: 400, message: text })),
		response(200, JSON.stringify({ [text]: text })),
		response(200, JSON.stringify({ success: false, reason: { error: text, description: text } })),
		{
			kind: 'redirect',
			status: 307,
			location: `https://${encodeURIComponent(token)}@x.invalid/?${text}`,
		},
		{ kind: 'redirect', status: 302, location: `http://127.0.0.1:9/${token}` },
	];
}

it.each(ENDPOINTS)('no echo of the endpoint "%s" shows the token', async (endpoint) => {
	const results: NodeRun[] = [];
	for (const fault of echoes()) {
		service.reset();
		service.faults.add(endpoint, fault, Infinity);
		const result = await RUNS[endpoint]('stopWorkflow');
		checkNoToken(result);
		results.push(result);
	}
	// All echoes are errors, but for the one that is a file if the download sends it.
	const failed = results.filter(({ error }) => error !== undefined);
	expect(failed.length).toBeGreaterThanOrEqual(results.length - 1);
});

it.each(ENDPOINTS)('no failed item of the endpoint "%s" shows the token', async (endpoint) => {
	const [echo] = echoes();
	for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
		service.reset();
		service.faults.add(endpoint, echo!, Infinity);
		const result = await RUNS[endpoint](onError);
		const items = endpoint === 'notifications' ? 2 : 1;
		expect([...result.items, ...result.errorItems]).toHaveLength(items);
		checkNoToken(result);
	}
});

it('neither the failure of a job nor its record as an item shows the token', async () => {
	const echo = `Failed for token ${token}`;
	service.options.failJob = { message: echo, description: echo };
	const failed = await runAnalytics(service, bulkExport());
	expect(failed.error?.description).toContain('Failed for token');
	checkNoToken(failed);

	const [jobId = ''] = service.jobs.keys();
	const record = await runAnalytics(service, bulkExport({ operation: 'getStatus', jobId }));
	expect(record.items[0]?.json.ErrorMessage).toContain('Failed for token');
	checkNoToken(record);
});

it('the error of a sub-workflow does not show the token', async () => {
	const sub = new SubWorkflow((rows, batch) => {
		if (batch > 1) throw new Error(`The request had the token ${token}`);
		return rows;
	});
	const parameters = bulkExport({ output: 'subWorkflow', workflowId: WORKFLOW_ID });
	const failed = await runAnalytics(service, parameters, { executeWorkflow: sub.execute });
	expect(failed.error?.description).toContain('The request had the token *****');
	checkNoToken(failed);
});

it('a preview, whose items hold the request, does not show the token', async () => {
	const result = await runNotifications(service, { sendTo: 'nobody' }, { items: users(2) });
	expect(result.items[0]?.json).toMatchObject({ status: 'preview' });
	checkNoToken(result);
});
