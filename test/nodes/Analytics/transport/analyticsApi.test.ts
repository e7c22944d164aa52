import { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { readDetails } from '../../../../nodes/shared/credential/details';
import type { JsonResponse } from '../../../../nodes/shared/http/json';
import type { ServiceClient, ServiceRequest } from '../../../../nodes/shared/http/client';
import { RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import { refusalOf } from '../../../../nodes/shared/http/refusal';

const BASE = 'https://api.example.com/dp/data-api/v1/private/analytics';
const limiter = () => new RateLimiter();
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
		connection: {
			analyticsUrl: (path) => `${BASE}${path}`,
			details: { ...readDetails({}), callsPerMinute: 7, doneWords: ['EXPORTED'] },
		},
		limiters,
		onWait: () => {},
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
const query = {
	...{ ...start, url: `${BASE}/querying`, body: { ...BODY, limit: '5' } },
	maxBytes: 4 * 2 ** 20 + 5 * 1_280,
};
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

it.each([
	['an empty list', envelope([])],
	['404', refusalOf({ status: 404, text: '', advice: { 404: 'Jobs are kept for 24 hours.' } })],
])('a job that the service does not have is named: %s', async (_, answer) => {
	await expect(LOOK(apiOf(answer).api)).rejects.toMatchObject({
		kind: 'refused',
		status: 404,
		message: 'There is no job "projects/p j"',
		// Once.
		description: expect.stringMatching(/^(?!.*24 hours.*24 hours).*kept for 24 hours/) as string,
		jobId: 'projects/p j',
	});
});

const record = (JobId: string | null, Status: string) => ({ JobId, Status, HasError: false });
it.each([
	['the one with its ID', [record('a', 'DONE'), record('j', 'RUNNING')], 'RUNNING'],
	['the only one, whatever its ID', [record('projects/p/j', 'RUNNING')], 'RUNNING'],
	['the only one, without an ID', [record(null, 'EXPORTED')], 'EXPORTED'],
])('the record of a job is %s', async (_, records, Status) => {
	const job = await apiOf(envelope(records)).api.job('j');
	expect(job.record.Status).toBe(Status);
});

it.each([
	['none has the ID', ['a', 'J', null], '0 of them have its ID. Their IDs: a, J, none.'],
	['two have it', ['j', 'j'], '2 of them have its ID. Their IDs: j, j.'],
])('several records are an error if %s', async (_, ids, description) => {
	const records = ids.map((id) => record(id, 'DONE'));
	await expect(apiOf(envelope(records)).api.job('j')).rejects.toMatchObject({
		kind: 'badAnswer',
		message: `The service sent ${ids.length} records instead of the status of the job j`,
		description,
		jobId: 'j',
	});
});

it.each([true, false])(
	'a start that fails says that jobs may have been started: %s',
	async (mayBeDone) => {
		const error = refusalOf({ status: 400, text: 'No.' }).with({ mayBeDone });
		const advice = ' Jobs may have been started all the same, which does no harm.';
		const description = `${error.description}${mayBeDone ? advice : ''}`;
		await expect(START(apiOf(error).api)).rejects.toMatchObject({ description });
	},
);
