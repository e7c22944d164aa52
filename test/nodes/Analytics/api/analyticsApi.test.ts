import type { IExecuteFunctions } from 'n8n-workflow';
import {
	type AnalyticsApiOptions,
	AnalyticsApi,
} from '../../../../nodes/Analytics/api/analyticsApi';
import { credentialSettings } from '../../../../nodes/shared/credential/settings';
import { ServiceClient, type ServiceRequest } from '../../../../nodes/shared/http/client';
import { RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import { refusalOf } from '../../../../nodes/shared/http/refusal';

const BASE = 'https://api.example.com/dp/data-api/v1/private/analytics';
const credential = {
	...{ apiToken: 'a-token', region: 'other', analyticsBaseUrl: 'https://api.example.com' },
	...{ callsPerMinute: 7, serviceDetails: true },
};
const settings = credentialSettings(credential);
const BODY = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: 'a', endDate: 'b' };

afterEach(() => jest.restoreAllMocks());

/** An API whose service responds so; what was requested of it. */
function apiOf(response: unknown, options: Partial<AnalyticsApiOptions> = {}) {
	const requests: ServiceRequest[] = [];
	const respond = (request: ServiceRequest) => {
		requests.push(request);
		if (response instanceof Error) throw response;
		return { url: '', status: 200, body: { data: response, message: ' OK ', status: 200 } };
	};
	const client = ServiceClient.prototype;
	jest.spyOn(client, 'json').mockImplementation(async (request, open) => open(respond(request)));
	jest.spyOn(client, 'download').mockImplementation(async (request) => respond(request) as never);
	const { signal } = new AbortController();
	const about = { context: {} as IExecuteFunctions, credential: settings, signal };
	const api = new AnalyticsApi({ ...about, maxDownloadMs: 1_234, ...options });
	return { api, requests };
}

type Call = (api: AnalyticsApi) => Promise<unknown>;
const QUERY: Call = async (api) => await api.query({ ...BODY, limit: '5' });
const START: Call = async (api) => await api.startJob(BODY);
const STATUS: Call = async (api) => await api.job('projects/p j');
const DOWNLOAD: Call = async (api) => await api.download('projects/p j');

const record = (JobId: string, Status = 'DONE') => ({ JobId, Status, HasError: false });
const start = { method: 'POST', url: `${BASE}/querying?bulkCopy=true`, body: BODY } as const;
const withLimit = { ...start, url: `${BASE}/querying`, body: { ...BODY, limit: '5' } };
const query = { ...withLimit, maxBytes: 4 * 2 ** 20 + 5 * 1_280 };
const status = { method: 'GET', url: `${BASE}/bulk-copy/jobs/projects%2Fp%20j` } as const;
const file = { ...status, url: `${BASE}/bulk-copy/jobs/download-file/projects%2Fp%20j` };

it.each<[string, Call, unknown, Partial<ServiceRequest>, 'bulk' | 'synchronous', number]>([
	['4.1 a query', QUERY, [{ a: 1 }], query, 'synchronous', 0],
	['4.2 the start of a job', START, { jobId: 'j' }, start, 'bulk', 0],
	['4.3 its status', STATUS, [record('projects/p j')], status, 'bulk', 2],
	['4.4 its file', DOWNLOAD, undefined, { ...file, totalTimeoutMs: 1_234 }, 'bulk', 1],
])('%s is requested as specified', async (_, call, response, request, mode, urgency) => {
	const { api, requests } = apiOf(response);
	await call(api);
	expect(requests).toMatchObject([{ ...request, retryPolicy: 'always' }]);
	expect(requests[0]?.body).toEqual(request.body);
	expect(requests[0]?.budget).toMatchObject({ callsPerWindow: 7, urgency });
	const { address = '', 404: unknown = address } = requests[0]?.advice ?? {};
	expect(address).toMatch('Check Analytics Base URL in the credential');
	expect(unknown).toContain(address);
	expect(await limiterBehind(requests)).toBe(await limiterOf(mode));
});

it('a status can leave its retries and its end to the caller', async () => {
	const { api, requests } = apiOf([record('j')]);
	const options = { retryPolicy: 'never', deadline: 5 } as const;
	expect(await api.job('j', options)).toEqual({ state: 'done', record: record('j') });
	expect(requests).toMatchObject([options]);
});

it.each([
	['an empty list', []],
	['404', refusalOf({ status: 404, body: '', advice: { 404: 'Jobs are kept for 24 hours.' } })],
])('a job that the service does not have is named: %s', async (_, response) => {
	await expect(STATUS(apiOf(response).api)).rejects.toMatchObject({
		...{ kind: 'refused', status: 404, jobId: 'projects/p j' },
		message: 'There is no job "projects/p j"',
		description: expect.stringMatching(/^(?!.*24 hours.*24 hours).*kept for 24 hours/) as string,
	});
});

it.each([
	['done', { Status: 'DONE' }],
	['done', { Status: ' done ' }],
	['running', { Status: 'PENDING' }],
	['running', { Status: 'RUNNING' }],
	['running', { Status: 'COMPLETED' }],
	['running', { Status: '' }],
	['failed', { Status: 'DONE', HasError: true }],
	['failed', { Status: 'RUNNING', HasError: true }],
])('a job is %s: %j', async (state, own) => {
	const records = [{ ...record('projects/p j'), ...own }];
	expect(await STATUS(apiOf(records).api)).toMatchObject({ state });
});

it('of several records, the one with its ID is that of the job', async () => {
	const records = [record('a', 'DONE'), record(' j ', 'RUNNING')];
	expect(await apiOf(records).api.job('j')).toMatchObject({ record: { Status: 'RUNNING' } });
});

it.each([
	[['other'], 'It has the status of other jobs. Their IDs: other.'],
	[['a', 'J'], 'It has the status of other jobs. Their IDs: a, J.'],
])('records are an error, if not one has the ID: %j', async (ids, description) => {
	const response = ids.map((id) => record(id));
	await expect(apiOf(response).api.job('j')).rejects.toMatchObject({
		...{ kind: 'badAnswer', jobId: 'j', description },
		message: 'The service sent an unexpected response instead of the status of the job j',
	});
});

it('another refusal of a status stays what it is', async () => {
	const noRoute = refusalOf({ status: 404, body: 'no Route matched with those values' });
	for (const error of [refusalOf({ status: 403, body: 'No.' }), noRoute, new Error('a bug')]) {
		await expect(STATUS(apiOf(error).api)).rejects.toBe(error);
	}
});

it('a refusal that may be about the dates shows them, and names the other form', async () => {
	const sent = { ...BODY, startDate: '2026-11-01 00:00:00', endDate: '2026-11-20 23:59:59' };
	const { api, requests } = apiOf([]);
	await api.query({ ...sent, limit: '1' });
	expect(requests[0]?.advice?.refused).toBe(
		'Check Query Name, the dates and the filters. The dates were sent as 2026-11-01 00:00:00 to 2026-11-20 23:59:59 (UTC). If they are what the service refuses, set Date Format to Date in the credential (More Settings).',
	);
});

it.each<[RegExp, Call, unknown]>([
	[/Bulk Export/, QUERY, []],
	[/^$/, async (api) => await api.query({ ...BODY, limit: '1' }), []],
	[/^$/, START, { jobId: 'j' }],
	[/^$/, STATUS, [record('projects/p j')]],
])('a response that is too large: %s', async (advised, call, response) => {
	const { api, requests } = apiOf(response);
	await call(api);
	expect(requests[0]?.advice?.tooLarge ?? '').toMatch(advised);
});

it('an account has a limiter for each mode: of its token, at its address', async () => {
	expect(await limiterOf('bulk')).not.toBe(await limiterOf('synchronous'));
	for (const other of [{ apiToken: 'another' }, { analyticsBaseUrl: 'https://b.example.com' }]) {
		const options = { credential: credentialSettings({ ...credential, ...other }) };
		expect(await limiterOf('bulk', options)).not.toBe(await limiterOf('bulk'));
	}
});

/** That of a call of this mode. */
async function limiterOf(mode: 'bulk' | 'synchronous', options: Partial<AnalyticsApiOptions> = {}) {
	const { api, requests } = apiOf(mode === 'bulk' ? { jobId: 'j' } : [], options);
	await (mode === 'bulk' ? START(api) : QUERY(api));
	return await limiterBehind(requests);
}

async function limiterBehind([request]: ServiceRequest[]): Promise<unknown> {
	const acquire = jest.spyOn(RateLimiter.prototype, 'acquire').mockResolvedValue({} as never);
	await request!.budget.limiter.acquire({} as never);
	return acquire.mock.contexts.at(-1);
}
