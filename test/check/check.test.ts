// First, so that waits are skipped.
import '../support/quickWaits';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isObject, type JsonObject } from '../../nodes/shared/values';
import { envelope, json, refusedNotification } from '../service/answers';
import type { Fault } from '../service/faults';
import type { ServiceOptions } from '../service/options';
import { serviceForEach } from '../support/serviceForEach';
import { checkAndReport } from './check';
import { GROUPS } from './runCheck';

/* npm run check without a terminal, with a service that is as expected, and with three that are not. */

const service = serviceForEach();
const PHONE = '+5511987654321';
const PARAMS = { name: 'Zoraida Ibarra', order_id: 'A-1042' };
const TITLES = Object.values(GROUPS).flatMap((assumptions) => Object.keys(assumptions));

let path = '';
beforeEach(() => {
	path = join(mkdtempSync(join(tmpdir(), 'chat-commerce-check-test-')), 'report.md');
});
afterEach(() => {
	jest.restoreAllMocks();
	rmSync(dirname(path), { recursive: true });
});

function given(): Record<string, string> {
	return {
		CHAT_COMMERCE_TOKEN: service.token,
		CHAT_COMMERCE_ANALYTICS_URL: service.baseUrl,
		CHAT_COMMERCE_NOTIFICATIONS_URL: service.notificationsUrl,
		CHAT_COMMERCE_ACCOUNT_ID: service.accountId,
		CHAT_COMMERCE_FLOW_ID: service.flowId,
		CHAT_COMMERCE_TEMPLATE: 'order_shipped',
		CHAT_COMMERCE_PARAMS: JSON.stringify(PARAMS),
		CHAT_COMMERCE_PHONE: PHONE,
		CHAT_COMMERCE_SEND: 'yes',
	};
}

async function run(env: Record<string, string> = {}) {
	const shown: unknown[] = [];
	const show = (text: unknown) => shown.push(text) > 0;
	jest.spyOn(process.stdout, 'write').mockImplementation(show);
	jest.spyOn(console, 'log').mockImplementation(show);
	jest.spyOn(console, 'error').mockImplementation(show);
	const status = await checkAndReport(['--report', path], { ...given(), ...env });
	const report = existsSync(path) ? readFileSync(path, 'utf8') : '';
	return {
		status,
		report,
		output: shown.join('\n'),
		differing: TITLES.filter((title) => report.includes(`- DIFFERS: ${title} (`)),
		settings: report.match(/^- (Credential|Chat Commerce).*/gm) ?? [],
	};
}

it('finds nothing in a service that is as expected', async () => {
	const { status, report, output } = await run();
	for (const title of TITLES) expect(report).toContain(`- as expected: ${title} (`);
	expect(report).toContain('None: the defaults fit.');
	expect(output).toContain(report);
	expect(status).toBe(0);
	expect(service.ledger.phones).toEqual([PHONE]);
});

type Answers = ServiceOptions['answers'];

/** It knows UTC only, and allows three queries in a minute. */
function narrow(): Answers {
	let queries = 0;
	return (answer, endpoint, body) => {
		if (endpoint !== 'query') return answer;
		queries += 1;
		if (queries === 4) return json(429, {});
		const { timeZone } = body as JsonObject;
		return timeZone === 'UTC' ? answer : json(400, { message: 'There is no such zone' });
	};
}

/** It has no failures, nested values, and another record of a job. */
function foreign(): Answers {
	return (answer, endpoint) => {
		if (answer.status !== 200) return json(200, { data: [] });
		if (endpoint !== 'query' && endpoint !== 'status') return answer;
		const body = JSON.parse(answer.body as string) as { data: JsonObject[] };
		const other = endpoint === 'query' ? { day: {} } : { Status: 'COMPLETED', HasError: 'false' };
		return json(200, { ...body, data: body.data.map((record) => ({ ...record, ...other })) });
	};
}

/** Each of its texts, and names of fields, quote all that it knows. Its queries grow, and it accepts no nonce twice. */
function talkative(): Answers {
	const { token, accountId, flowId } = service;
	const all = ['Maria Quintana', PHONE, ...Object.values(PARAMS), token, accountId, flowId].join(
		' ',
	);
	const kept = ['jobId', 'JobId', 'Status'];
	const quoting = (name: string, value: unknown) => {
		if (typeof value === 'string') return kept.includes(name) ? value : `${value} ${all}`;
		return isObject(value) ? { ...value, [token]: all, [PHONE]: all, [flowId]: all } : value;
	};
	const counts = { query: 0, notifications: 0 };
	return (answer, endpoint) => {
		if (typeof answer.body !== 'string') return answer;
		const body = JSON.parse(answer.body) as JsonObject;
		if (endpoint === 'query' || endpoint === 'notifications') counts[endpoint] += 1;
		if (endpoint === 'notifications' && counts.notifications === 4) {
			Object.assign(body, refusedNotification('It exists already'));
		}
		if (endpoint === 'query' && Array.isArray(body['data'])) {
			body['data'] = Array<unknown>(counts.query).fill(body['data'][0]);
		}
		if (endpoint === 'bulkStart') (body['data'] as JsonObject)['fileName'] = 1;
		return { ...answer, body: JSON.stringify(body, quoting) };
	};
}

const OTHERWISE = [
	{
		name: 'is narrow',
		options: { dates: 'date', endDateExcluded: true, returnsIds: false },
		answersOf: narrow,
		differing: [
			...['Form of dates', 'End date', 'Time zone', 'Accepted notification', 'Calls per minute'],
		],
		settings: [
			'- Credential > More Settings > Date Format: Date',
			'- Credential > More Settings > End Date Included: off, if Date Format is Date',
			'- Chat Commerce Analytics > Options > Time Zone: UTC',
			'- Credential > More Settings > Calls per Minute: fewer than 5',
		],
	},
	{
		name: 'has a form of its own',
		options: { columnNames: 'firstRow', templates: 'any', decompressedByProxy: true },
		answersOf: foreign,
		differing: [
			...['Response of a query', 'Unknown query', 'Status of a job', 'The file', 'Column names'],
			...['Unknown template', 'Missing parameter', 'Bulk Export > Get Result'],
		],
		settings: ['- Chat Commerce Analytics > Options > Column Names: From the First Row'],
	},
	{
		name: 'quotes all that it knows',
		options: { columnNames: 'absent' },
		answersOf: talkative,
		differing: [
			...['Limit', 'Creating a job', 'Status of a job', 'Column names'],
			...['The same nonce again', 'Bulk Export > Get Result'],
		],
		settings: ['- Chat Commerce Analytics > Options > Column Names: From the Query'],
	},
];

it.each(OTHERWISE)('finds what differs if the service $name', async (row) => {
	Object.assign(service.options, row.options, { answers: row.answersOf() });
	const { report, output, ...result } = await run();
	expect(result).toEqual({ status: 1, differing: row.differing, settings: row.settings });
	// Whatever the service makes of the requests, there are never more messages, and all of them to one phone.
	expect(Number(/got (\d+) messages/.exec(report)?.[1])).toBeLessThanOrEqual(3);
	expect(new Set(service.ledger.phones)).toEqual(new Set([PHONE]));
	const { token, accountId, flowId } = service;
	const entered = [token, accountId, flowId, 'order_shipped', ...Object.values(PARAMS)];
	for (const secret of [...entered, PHONE.slice(1), 'Maria', 'Quintana', '127.0.0.1']) {
		expect(output + report).not.toContain(secret);
	}
});

const CLOSED = 'nothing can be called at this address with this token';
const FAULTS: Array<{ fault: Fault; why: string; messages: number }> = [
	{ fault: { kind: 'stall' }, why: 'the service did not answer within', messages: 1 },
	{ fault: { kind: 'status', status: 200, body: '<html>' }, why: CLOSED, messages: 1 },
	{ fault: { kind: 'refusal', status: 401 }, why: CLOSED, messages: 0 },
	{ fault: { kind: 'refusal', status: 429 }, why: 'the service kept refusing', messages: 0 },
];

it.each(FAULTS)('cannot run, and sends no more, after $fault', async ({ fault, why, messages }) => {
	service.faults.add('query', fault, 100);
	service.faults.add('notifications', fault, 100);
	const { status, report } = await run();
	expect(status).toBe(2);
	expect(report).toContain(`**The check could not run: ${why}`);
	// What may have been carried out is counted, and nothing is sent after it.
	expect(report).toContain(`The phone got ${messages} messages at most.`);
	expect(service.requestsTo('notifications')).toHaveLength(1);
	expect(service.jobs.size).toBe(0);
});

it.each([{ CHAT_COMMERCE_SEND: 'y' }, { CHAT_COMMERCE_PHONE: '' }])(
	'sends nothing with %j',
	async (env) => {
		const { status, report } = await run(env);
		expect(status).toBe(0);
		expect(report).toContain('0 differ, 4 not tested. The phone got 0 messages at most.');
		expect(service.requestsTo('notifications')).toEqual([]);
	},
);

it('judges nothing that it could not see', async () => {
	service.options.failJob = { message: 'Oh', description: 'Oh' };
	// The first query is closed to the account, and the other one has no records of yesterday.
	const answers = [json(403, {}), envelope([]), envelope([])];
	service.options.answers = (answer, endpoint) => {
		return (endpoint === 'query' ? answers.shift() : undefined) ?? answer;
	};
	const { status, settings, report } = await run();
	expect({ status, settings }).toEqual({ status: 0, settings: [] });
	expect(report).toContain('- not tested: End date (there are no records of yesterday)');
	expect(report).toContain('- not tested: The file (the job failed)');
});

it('gives the token to no storage to which a download is redirected', async () => {
	const location = `${service.baseUrl}/storage`;
	service.faults.add('download', { kind: 'redirect', status: 302, location }, 100);
	expect((await run()).report).toContain('- not tested: The file (the file is not there');
	const received = service.requestsTo('unknown').map(({ headers }) => headers.authorization);
	expect(received).toEqual([undefined, undefined, undefined, undefined]);
});

it.each([
	{ CHAT_COMMERCE_TOKEN: '' },
	{ CHAT_COMMERCE_TOKEN: 'Bearer token' },
	{ CHAT_COMMERCE_NOTIFICATIONS_URL: '' },
	{ CHAT_COMMERCE_PHONE: '11987654321' },
	{ CHAT_COMMERCE_PARAMS: '{name' },
])('calls nothing with %j', async (env) => {
	expect(await run(env)).toMatchObject({ status: 2, report: '' });
	expect(service.requests).toEqual([]);
});

it('calls the addresses that are given, and not those of a region that is given, too', async () => {
	expect((await run({ CHAT_COMMERCE_REGION: 'global' })).status).toBe(0);
});

it('ends at once with Ctrl-C, and says what was sent', async () => {
	service.options.states = Array<string>(1_000).fill('RUNNING');
	const child = spawn('node', ['test/run.mjs', 'test/check/check.ts', '--report', path], {
		env: { ...process.env, ...given() },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const said = text(child.stderr);
	while (service.requestsTo('status').length === 0) {
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	child.kill('SIGINT');
	expect(await once(child, 'close')).toEqual([2, null]);
	expect(await said).toContain('2 messages may have been sent, and no report was written.');
	expect(existsSync(path)).toBe(false);
});
