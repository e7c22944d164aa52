import { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { ServiceError } from '../../../../nodes/shared/errors';
import type { JsonResponse } from '../../../../nodes/shared/http/json';
import type { ServiceClient, ServiceRequest } from '../../../../nodes/shared/http/client';
import { RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import { refusalOf } from '../../../../nodes/shared/http/refusal';

const BASE = 'https://api.example.com/dp/data-api/v1/private/analytics';
const limiter = () => new RateLimiter({ now: () => 0, sleep: async () => {} });
const limiters = { synchronous: limiter(), bulk: limiter() };
const BODY = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const envelope = (data: unknown) => ({ data, message: 'OK', status: 200 });

/** An API whose service gives this answer, or fails so; what it was asked. */
function apiOf(answer: unknown) {
	const requests: ServiceRequest[] = [];
	const answered = (request: ServiceRequest) => {
		requests.push(request);
		if (answer instanceof Error) throw answer;
	};
	const client = {
		async json<T>(request: ServiceRequest, open: (answer: JsonResponse) => T) {
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
		hint: () => {},
	});
	return { api, requests };
}

type Call = (api: AnalyticsApi) => Promise<unknown>;
const QUERY: Call = async (api) => await api.query({ ...BODY, limit: '5' });
const START: Call = async (api) => await api.startJob(BODY);
const LOOK: Call = async (api) => await api.job('projects/p j');
const DOWNLOAD: Call = async (api) => await api.download('projects/p j');

const RECORD = { JobId: 'projects/p j', Status: 'EXPORTED', HasError: false };
const RECORDS = envelope([{ ...RECORD, JobId: 'j' }]);
const start = { method: 'POST', url: `${BASE}/querying?bulkCopy=true`, body: BODY } as const;
const query = { ...start, url: `${BASE}/querying`, body: { ...BODY, limit: '5' } };
const status = { method: 'GET', url: `${BASE}/bulk-copy/jobs/projects%2Fp%20j` } as const;
const file = { ...status, url: `${BASE}/bulk-copy/jobs/download-file/projects%2Fp%20j` };

it.each<[string, Call, unknown, Partial<ServiceRequest>, 'bulk' | 'synchronous', number]>([
	['4.1 a query', QUERY, envelope([{ a: 1 }]), query, 'synchronous', 0],
	['4.2 the start of a job', START, envelope({ jobId: 'j' }), start, 'bulk', 0],
	['4.3 its status', LOOK, RECORDS, status, 'bulk', 2],
	['4.4 its file', DOWNLOAD, undefined, { ...file, wholeMs: 1_234 }, 'bulk', 1],
])('%s is asked for as specified', async (_, call, answer, asked, mode, urgency) => {
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
	const deadline = 5;
	const record = { ...RECORD, JobId: 'j' };
	expect(await api.job('j', { repeat: 'never', deadline })).toEqual({ state: 'done', record });
	expect(requests[0]).toMatchObject({ repeat: 'never', deadline });
});

describe.each([
	['a query', QUERY],
	['a start', START],
])('%s of what the service does not have', (_, call) => {
	it.each([
		[400, 'Unknown queryName'],
		[404, 'no such query: messages_by_day', 'The service has nothing at this address'],
		[422, 'queryName messages_by_day is unknown'],
		[400, 'The query messages_by_day does not exist'],
		[400, 'Query not found: "messages_by_day"'],
		[422, 'queryName "messages_by_day" is invalid'],
	])('is named: %i %s', async (status, text, said = text) => {
		await expect(call(apiOf(refusalOf({ status, text })).api)).rejects.toMatchObject({
			status,
			message: 'The service has no query "messages_by_day"',
			description: `Choose one from the list. The service said: ${said}`,
		});
	});

	it.each([
		[400, 'startDate is not valid'],
		[400, 'Invalid query: unknown field startDate'],
		[400, 'Query rejected: unknown timeZone UTC'],
		[400, 'Query messages_by_day failed: store 5 does not exist'],
		[400, 'The filters of the query cannot be used'],
		[403, 'Unknown queryName for this account'],
		[500, 'Unknown queryName'],
	])('is not meant by %i %s', async (status, text) => {
		const error = refusalOf({ status, text });
		await expect(call(apiOf(error).api)).rejects.toMatchObject({ message: error.message });
	});
});

it.each([
	['an empty list', envelope([])],
	['the records of others', envelope(['a', 'b'].map((JobId) => ({ ...RECORD, JobId })))],
	['404', refusalOf({ status: 404, text: '' })],
])('a job that the service does not have is named: %s', async (_, answer) => {
	await expect(LOOK(apiOf(answer).api)).rejects.toMatchObject({
		kind: 'refused',
		status: 404,
		message: 'There is no job "projects/p j" (jobs are kept for 24 hours)',
		jobId: 'projects/p j',
	});
});

it.each<[string, boolean, ServiceError]>([
	['no answer', true, new ServiceError({ kind: 'noAnswer', message: 'No' })],
	['another answer', true, new ServiceError({ kind: 'badAnswer', message: 'No' })],
	['500', true, refusalOf({ status: 500, text: '' })],
	['408', true, refusalOf({ status: 408, text: '' })],
	['400', false, refusalOf({ status: 400, text: '' })],
	['no connection', false, new ServiceError({ kind: 'notSent', message: 'No' })],
])('after %s, jobs may have been started all the same: %s', async (_, mayBe, error) => {
	const maybe = expect.stringContaining('Jobs may have been started all the same') as string;
	const description = mayBe ? maybe : error.description;
	await expect(START(apiOf(error).api)).rejects.toMatchObject({ description });
});
