import { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { ServiceError } from '../../../../nodes/shared/errors';
import type { JsonAnswer } from '../../../../nodes/shared/http/answer';
import type { ServiceClient, ServiceRequest } from '../../../../nodes/shared/http/client';
import { CallLimiter } from '../../../../nodes/shared/http/limiter';
import { refusalOf } from '../../../../nodes/shared/http/refusal';

const BASE = 'https://api.example.com/dp/data-api/v1/private/analytics';
const limiter = () => new CallLimiter({ now: () => 0, sleep: async () => {} });
const limiters = { synchronous: limiter(), bulk: limiter() };
const BODY = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const envelope = (data: unknown) => ({ data, message: 'OK', status: 200 });

/** An API whose service gives this answer, or fails so; what it was asked. */
function apiOf(answer: unknown) {
	const requests: ServiceRequest[] = [];
	const hints: string[] = [];
	const answered = (request: ServiceRequest) => {
		requests.push(request);
		if (answer instanceof Error) throw answer;
	};
	const client = {
		async json<T>(request: ServiceRequest, open: (answer: JsonAnswer) => T) {
			answered(request);
			return open({ status: 200, body: answer });
		},
		async download(request: ServiceRequest) {
			answered(request);
			return {};
		},
	} as unknown as ServiceClient;
	const api = new AnalyticsApi({
		client,
		url: (path) => `${BASE}${path}`,
		callsPerMinute: 7,
		limiters,
		onWait: () => {},
		doneWords: ['EXPORTED'],
		maxDownloadMs: 1_234,
		hint: (message) => hints.push(message),
	});
	return { api, requests, hints };
}

type Call = (api: AnalyticsApi) => Promise<unknown>;
const QUERY: Call = async (api) => await api.query({ ...BODY, limit: '5' });
const START: Call = async (api) => await api.startJob(BODY);
const LOOK: Call = async (api) => await api.job('projects/p j');
const DOWNLOAD: Call = async (api) => await api.download('projects/p j');

const RECORD = { JobId: 'projects/p j', Status: 'EXPORTED', HasError: false };
const RECORDS = envelope([{ ...RECORD, JobId: 'j' }]);
const REQUESTS: Array<
	[string, Call, unknown, Partial<ServiceRequest>, 'bulk' | 'synchronous', number]
> = [
	[
		'4.1 a query',
		QUERY,
		envelope([{ a: 1 }]),
		{ method: 'POST', url: `${BASE}/querying`, body: { ...BODY, limit: '5' } },
		'synchronous',
		0,
	],
	[
		'4.2 the start of a job',
		START,
		envelope({ jobId: 'j' }),
		{ method: 'POST', url: `${BASE}/querying?bulkCopy=true`, body: BODY },
		'bulk',
		0,
	],
	[
		'4.3 its status',
		LOOK,
		RECORDS,
		{ method: 'GET', url: `${BASE}/bulk-copy/jobs/projects%2Fp%20j` },
		'bulk',
		2,
	],
	[
		'4.4 its file',
		DOWNLOAD,
		undefined,
		{
			method: 'GET',
			url: `${BASE}/bulk-copy/jobs/download-file/projects%2Fp%20j`,
			wholeMs: 1_234,
		},
		'bulk',
		1,
	],
];

it.each(REQUESTS)('%s is asked for as specified', async (_, call, answer, asked, mode, urgency) => {
	const { api, requests } = apiOf(answer);
	await call(api);
	expect(requests).toHaveLength(1);
	expect(requests[0]).toMatchObject({ ...asked, repeat: 'always' });
	expect(requests[0]?.body).toEqual(asked.body);
	expect(requests[0]?.budget).toMatchObject({ callsPerMinute: 7, urgency });
	expect(requests[0]?.budget?.limiter).toBe(limiters[mode]);
});

it('a look can leave its rhythm and its end to the caller, and knows the Done Words', async () => {
	const { api, requests } = apiOf(RECORDS);
	const deadline = new AbortController().signal;
	expect(await api.job('j', { repeat: 'never', deadline })).toMatchObject({
		state: 'done',
		record: { Status: 'EXPORTED' },
	});
	expect(requests[0]).toMatchObject({ repeat: 'never', deadline });
});

describe('a query that the service does not have', () => {
	const UNKNOWN = 'The service has no query "messages_by_day"';

	it.each([
		[400, 'Unknown queryName'],
		[404, 'no such query: messages_by_day'],
		[422, 'queryName messages_by_day is unknown'],
		[400, 'The query messages_by_day does not exist'],
		[400, 'Query not found'],
	])('is named: %i %s', async (status, text) => {
		for (const call of [QUERY, START]) {
			await expect(call(apiOf(refusalOf({ status, text })).api)).rejects.toMatchObject({
				status,
				message: UNKNOWN,
				description: `Choose one from the list. The service said: ${status === 404 ? 'The service has nothing at this address' : text}`,
			});
		}
	});

	it.each([
		[400, 'startDate is not valid'],
		[400, 'The filters of the query cannot be used'],
		[403, 'Unknown queryName for this account'],
		[500, 'Unknown queryName'],
	])('is not meant by %i %s', async (status, text) => {
		const error = refusalOf({ status, text });
		for (const call of [QUERY, START]) {
			await expect(call(apiOf(error).api)).rejects.toMatchObject({ message: error.message });
		}
	});
});

describe('a job that the service does not have', () => {
	it.each([
		['an empty list', envelope([])],
		[
			'the records of others',
			envelope([
				{ ...RECORD, JobId: 'a' },
				{ ...RECORD, JobId: 'b' },
			]),
		],
		['404', refusalOf({ status: 404, text: '' })],
	])('is named: %s', async (_, answer) => {
		await expect(LOOK(apiOf(answer).api)).rejects.toMatchObject({
			kind: 'refused',
			status: 404,
			message: 'There is no job "projects/p j" (jobs are kept for 24 hours)',
			jobId: 'projects/p j',
		});
	});
});

describe('a start that was not confirmed', () => {
	it('is told when it is sent again, since a second job may exist', async () => {
		const { api, requests, hints } = apiOf(envelope({ jobId: 'j' }));
		await START(api);
		expect(hints).toEqual([]);
		requests[0]?.onRepeat?.();
		expect(hints).toEqual([expect.stringMatching(/a second job may exist/)]);
	});

	it.each<[string, ServiceError, boolean]>([
		['no answer', new ServiceError({ kind: 'noAnswer', message: 'No' }), true],
		['another answer', new ServiceError({ kind: 'badAnswer', message: 'No' }), true],
		['500', refusalOf({ status: 500, text: '' }), true],
		['408', refusalOf({ status: 408, text: '' }), true],
		['400', refusalOf({ status: 400, text: '' }), false],
		['no connection', new ServiceError({ kind: 'notSent', message: 'No' }), false],
	])('may have started a job all the same: %s', async (_, error, mayBe) => {
		const { description = '' } = (await START(apiOf(error).api).catch(
			(thrown: unknown) => thrown,
		)) as ServiceError;
		expect(description.includes('Jobs may have been started all the same')).toBe(mayBe);
	});
});
