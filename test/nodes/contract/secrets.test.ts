import { inspect } from 'node:util';
import { LoggerProxy, type INode } from 'n8n-workflow';
import type { NodeRun } from '../../engine/runNode';
import type { Fault } from '../../service/faults';
import { ENDPOINTS, type KnownEndpoint } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { CONTINUING } from '../../support/onError';
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

/** A way in which a service may repeat the headers of a request. */
interface Echo {
	what: string;
	fault: Fault;
}

const HEADERS = `Authorization: Bearer ${token} (token ${token})`;
const HEADERS_AS_JSON = JSON.stringify({ message: HEADERS, headers: HEADERS });
/** What an error shows of it ends within the token. */
const CUT_WITHIN_TOKEN = `${'x'.repeat(188)} ${token}`;

function response(status: number, body: string): Fault {
	return { kind: 'status', status, body };
}

const ECHOES: Echo[] = [
	...[400, 401, 403, 404, 413, 500].flatMap((status) => [
		{ what: `a text with the status ${status}`, fault: response(status, HEADERS) },
		{ what: `JSON with the status ${status}`, fault: response(status, HEADERS_AS_JSON) },
	]),
	{ what: 'a web page', fault: response(400, `<html><body>${HEADERS}</body></html>`) },
	{ what: 'a refusal that is cut within the token', fault: response(400, CUT_WITHIN_TOKEN) },
	{ what: 'a success that is cut within the token', fault: response(200, CUT_WITHIN_TOKEN) },
	{ what: 'a success that is a text', fault: response(200, HEADERS) },
	{
		what: 'the header and the first row of a file',
		fault: response(200, `${HEADERS},x\n${HEADERS},y\n`),
	},
	{ what: 'a success that is a text in JSON', fault: response(200, JSON.stringify(HEADERS)) },
	{
		what: 'the data of a success',
		fault: response(200, JSON.stringify({ data: HEADERS, status: 200 })),
	},
	{
		what: 'a refusal inside of a success',
		fault: response(200, JSON.stringify({ data: [], status: 400, message: HEADERS })),
	},
	{ what: 'a key and its value', fault: response(200, JSON.stringify({ [HEADERS]: HEADERS })) },
	{
		what: 'the refusal of a notification',
		fault: response(
			200,
			JSON.stringify({ success: false, reason: { error: HEADERS, description: HEADERS } }),
		),
	},
	{
		what: 'the user and the query of a redirect',
		fault: {
			kind: 'redirect',
			status: 307,
			location: `https://${encodeURIComponent(token)}@x.invalid/?${HEADERS}`,
		},
	},
	{
		what: 'the path of a redirect',
		fault: { kind: 'redirect', status: 302, location: `http://127.0.0.1:9/${token}` },
	},
];

describe.each(ENDPOINTS)('an echo of the endpoint "%s"', (endpoint) => {
	it.each(ECHOES)('does not show the token: $what', async ({ fault }) => {
		service.faults.add(endpoint, fault, Infinity);
		const result = await RUNS[endpoint]('stopWorkflow');
		expect(result.error).toBeDefined();
		checkNoToken(result);
	});

	it.each(CONTINUING)(
		'does not show the token in a failed item, with On Error at %s',
		async (onError) => {
			service.faults.add(endpoint, response(400, HEADERS), Infinity);
			const result = await RUNS[endpoint](onError);
			const itemCount = endpoint === 'notifications' ? 2 : 1;
			expect([...result.items, ...result.errorItems]).toHaveLength(itemCount);
			checkNoToken(result);
		},
	);
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
