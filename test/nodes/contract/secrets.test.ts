import '../../support/quickWaits';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type INodeParameters, LoggerProxy } from 'n8n-workflow';
import type { NodeRun } from '../../engine/runNode';
import type { Fault } from '../../service/faults';
import { ENDPOINTS, type KnownEndpoint } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { runEitherNode } from '../../support/eitherNode';
import { CONTINUES_ON_ERROR } from '../../support/onError';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * The API token is nowhere in what n8n stores, shows or logs, even if the service itself repeats it. The rows of a file are
 * the exception that SECURITY.md names: they are the user's data, and are not searched.
 */

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

/** Those of an operation that calls the endpoint. */
const PARAMETERS: Record<KnownEndpoint, INodeParameters> = {
	query: query(),
	bulkStart: bulkExport(),
	// The node looks again after most errors, so there must be time for all of its tries.
	status: bulkExport({ options: { maxWait: 20_000 } }),
	download: bulkExport(),
	notifications: { resource: 'notification', sendOnce: 'always' },
};

/** The headers of a request, as a service may repeat them. */
const HEADERS = `Authorization: Bearer ${token} (token ${token})`;
/** The same, as an error shows them. */
const HIDDEN = 'Authorization: Bearer ***** (token *****)';

/** The same, in JSON that writes each character of the token as a code, letters and digits as well. */
const CODED = [...token]
	.map((char) => `\\u00${char.charCodeAt(0).toString(16).toUpperCase()}`)
	.join('');
const CODED_HEADERS = `Authorization: Bearer ${CODED} (token ${CODED})`;

/** What an error shows of this text ends within the token. */
const CUT_WITHIN_TOKEN = `${'x'.repeat(188)} ${token}`;
const HIDDEN_BEHIND_TEXT = `${'x'.repeat(188)} *****`;

interface Echo {
	/** Completes the sentence "The service repeats the token in …". */
	place: string;
	fault: Fault;
	/** A part of the error, which proves that the text with the token has come as far as the error; else HIDDEN. */
	errorSays?: string;
	/** The same for a download, where it differs: a body may be a file, and a redirect may lead to its storage. */
	errorOfDownloadSays?: string;
}

function response(status: number, body: string): Fault {
	return { kind: 'status', status, body };
}

function jsonResponse(status: number, body: object | string): Fault {
	return response(status, JSON.stringify(body));
}

const REFUSALS = [400, 401, 404, 500].flatMap<Echo>((status) => [
	{ place: `the text of a ${status}`, fault: response(status, HEADERS) },
	{
		place: `the message of a ${status}`,
		fault: jsonResponse(status, { message: HEADERS, headers: HEADERS }),
	},
]);

const ECHOES: Echo[] = [
	...REFUSALS,
	{
		place: 'a 400 that is cut within it',
		fault: response(400, CUT_WITHIN_TOKEN),
		errorSays: HIDDEN_BEHIND_TEXT,
	},
	{
		place: 'a 200 that is cut within it',
		fault: response(200, CUT_WITHIN_TOKEN),
		errorSays: HIDDEN_BEHIND_TEXT,
	},
	{ place: 'the text of a 200', fault: response(200, HEADERS) },
	{
		place: 'a file, as its header and its first row',
		fault: response(200, `${HEADERS},x\n${HEADERS},y\n`),
		errorOfDownloadSays: 'neither of its first two rows has the columns of the query',
	},
	{
		place: 'the data of a 200',
		fault: jsonResponse(200, { data: HEADERS, status: 200 }),
	},
	{
		place: 'the message of a 200 that is a refusal',
		fault: jsonResponse(200, { data: [], status: 400, message: HEADERS }),
	},
	{
		place: 'a key and a value of a 200',
		fault: jsonResponse(200, { [HEADERS]: HEADERS }),
	},
	{
		place: 'the reason why nothing was sent',
		fault: jsonResponse(200, {
			success: false,
			reason: { error: HEADERS, description: HEADERS },
		}),
	},
	{
		place: 'codes of a 400',
		fault: response(400, `{ "message": "${CODED_HEADERS}" }`),
	},
	{
		place: 'codes of a 200, inside of JSON inside of JSON',
		fault: jsonResponse(200, { data: `{ "token": "${CODED_HEADERS}" }`, status: 200 }),
	},
	{
		place: 'the user and the query of a redirect',
		fault: {
			kind: 'redirect',
			status: 307,
			location: `https://${encodeURIComponent(token)}@x.invalid/?${HEADERS}`,
		},
		errorSays: 'redirected the request to another address',
		errorOfDownloadSays: 'ENOTFOUND x.invalid',
	},
	{
		place: 'the path of a redirect',
		fault: { kind: 'redirect', status: 302, location: `http://127.0.0.1:9/${token}` },
		errorSays: 'redirected the request to another address',
		errorOfDownloadSays: 'ECONNREFUSED 127.0.0.1:9',
	},
];

describe.each(ENDPOINTS)('if the endpoint "%s" repeats the token', (endpoint) => {
	it.each(ECHOES)('in $place, the error does not show it', async (echo) => {
		service.faults.add(endpoint, echo.fault, Infinity);
		const result = await runEitherNode(service, PARAMETERS[endpoint]);
		const { errorSays = HIDDEN, errorOfDownloadSays = errorSays } = echo;
		expect(`${result.error?.message} ${result.error?.description}`).toContain(
			endpoint === 'download' ? errorOfDownloadSays : errorSays,
		);
		expect(result.items).toEqual([]);
		checkNoToken(result);
	});

	it.each(CONTINUES_ON_ERROR)('no failed item shows it (%s)', async (onError) => {
		service.faults.add(endpoint, response(400, HEADERS), Infinity);
		const result = await runEitherNode(service, PARAMETERS[endpoint], { onError });
		const failed = [...result.items, ...result.errorItems].map(({ json }) => json);
		expect(failed).toHaveLength(endpoint === 'notifications' ? 2 : 1);
		for (const json of failed) expect(JSON.stringify(json)).toContain(HIDDEN);
		checkNoToken(result);
	});
});

it('the names of the columns of a file do not show it, in an error, a hint and an item', async () => {
	const bytes = gzipSync(`x\n${HEADERS},${HEADERS}\n1,2\n`);
	service.faults.add('download', { kind: 'file', bytes }, Infinity);
	const options = { columnNames: 'secondRow' };
	const result = await runAnalytics(service, bulkExport({ options }));
	expect(result.hints.map(({ message }) => message).join()).toContain(`renamed: ${HIDDEN}_2`);
	expect(result.items.map(({ json }) => json)).toEqual([{ [HIDDEN]: 1, [`${HIDDEN}_2`]: 2 }]);
	checkNoToken(result);

	const missing = { ...options, outputColumns: ['day'] };
	const failed = await runAnalytics(service, bulkExport({ options: missing }));
	expect(failed.error?.description).toContain(`The columns are: ${HIDDEN}`);
	checkNoToken(failed);
});

it('neither the failure of a job nor its record as an item shows the token', async () => {
	const echo = `Failed for token ${token}`;
	service.options.failJob = { message: echo, description: echo };
	const failed = await runAnalytics(service, bulkExport());
	expect(failed.error?.description).toContain('Failed for token');
	checkNoToken(failed);

	const [jobId = ''] = service.jobs.keys();
	const record = await runAnalytics(service, bulkExport({ operation: 'getStatus', jobId }));
	expect(record.items[0]?.json.errorMessage).toContain('Failed for token');
	checkNoToken(record);
});

describe('if the service writes the token as codes into what becomes items', () => {
	const answers = (body: string) => {
		service.options.answers = () => ({ status: 200, body });
	};

	it('no record of a query shows it, in a key or a value', async () => {
		answers(`{ "data": [{ "id": 1, "${CODED_HEADERS}": "${CODED_HEADERS}" }], "status": 200 }`);
		const result = await runAnalytics(service, query());
		expect(result.items.map(({ json }) => json)).toEqual([{ id: 1, [HIDDEN]: HIDDEN }]);
		checkNoToken(result);
	});

	it('the status of a job does not show it', async () => {
		const record = `{ "JobId": "job-1", "Status": "${CODED_HEADERS}", "HasError": false }`;
		answers(`{ "data": [${record}], "status": 200 }`);
		const jobId = 'job-1';
		const result = await runAnalytics(service, bulkExport({ operation: 'getStatus', jobId }));
		expect(result.items[0]?.json.status).toBe(HIDDEN);
		checkNoToken(result);
	});

	it('the log does not show it with the ID of a job', async () => {
		answers(`{ "data": { "jobId": "job-${CODED}" }, "status": 200 }`);
		// It gets what the log gets.
		const sendDataToUI = (...data: unknown[]) => void log.push(data);
		const result = await runAnalytics(service, bulkExport(), { sendDataToUI });
		expect(result.error?.message).toContain('job-*****');
		expect(inspect(log, { depth: Infinity })).toContain('job-*****');
		checkNoToken(result);
	});

	it('neither the IDs nor the note of a notification show it', async () => {
		answers(`{ "success": true, "id": "${CODED}", "warning": "${CODED_HEADERS}" }`);
		const result = await runNotifications(service, {}, { items: users(1) });
		const { json } = result.items[0]!;
		expect(json).toMatchObject({ status: 'accepted', notificationId: '*****' });
		expect(JSON.stringify(json)).toContain(HIDDEN);
		checkNoToken(result);
	});
});
