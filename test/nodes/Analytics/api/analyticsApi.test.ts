import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import {
	type AnalyticsApiOptions,
	AnalyticsApi,
	type AnalyticsRequest,
} from '../../../../nodes/Analytics/api/analyticsApi';
import { credentialSettings } from '../../../../nodes/shared/credential/settings';
import { ServiceError } from '../../../../nodes/shared/errors';
import { type Download, ServiceClient } from '../../../../nodes/shared/http/client';
import { RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';

/* Which requests the calls make, and what they make of the responses. The client that sends requests is replaced. */

const CREDENTIAL: ICredentialDataDecryptedObject = {
	apiToken: 'a-token',
	region: 'other',
	analyticsBaseUrl: 'https://api.example.com',
	serviceDetails: true,
	callsPerMinute: 7,
};

const REQUEST: AnalyticsRequest = {
	queryName: 'messages_by_day',
	timeZone: 'UTC',
	startDate: '2026-11-01',
	endDate: '2026-11-20',
};
const JOB_ID = 'projects/p j';

afterEach(() => jest.restoreAllMocks());

/** An API whose requests are all answered with these data in an envelope. Files have no content. */
function apiThatReceives(data: unknown, options: Partial<AnalyticsApiOptions> = {}) {
	/** The requests that it has made so far. */
	const requests: ServiceRequest[] = [];
	const client = ServiceClient.prototype;
	jest.spyOn(client, 'json').mockImplementation(async (request, open) => {
		requests.push(request);
		const body = { data, message: ' OK ', status: 200 };
		return { value: open({ url: '', status: 200, advice: {}, body }) };
	});
	jest.spyOn(client, 'download').mockImplementation(async (request) => {
		requests.push(request);
		return {} as Download;
	});
	const api = new AnalyticsApi({
		n8n: {} as IExecuteFunctions,
		credential: credentialSettings(CREDENTIAL),
		signal: new AbortController().signal,
		...options,
	});
	return { api, requests };
}

const jobRecord = (JobId: string, Status = 'DONE') => ({ JobId, Status, HasError: false });

interface Call {
	name: string;
	call(api: AnalyticsApi): Promise<unknown>;
	/** With these data of a response, the call succeeds. */
	data?: unknown;
}

const QUERY: Call = {
	name: 'a query',
	call: async (api) => await api.query(REQUEST, { limit: 5 }),
	data: [{ a: 1 }],
};
const START: Call = {
	name: 'the start of a job',
	call: async (api) => await api.startJob(REQUEST, new AbortController().signal),
	data: { jobId: 'j' },
};
const STATUS: Call = {
	name: 'the status of a job',
	call: async (api) => await api.job(JOB_ID),
	data: [jobRecord(JOB_ID)],
};
const DOWNLOAD: Call = {
	name: 'the file of a job',
	call: async (api) => await api.download(JOB_ID, 1_234),
};

/** Makes a call that succeeds. @returns its request */
async function requestOf(
	{ call, data }: Call,
	options?: Partial<AnalyticsApiOptions>,
): Promise<ServiceRequest> {
	const { api, requests } = apiThatReceives(data, options);
	await call(api);
	expect(requests).toHaveLength(1);
	return requests[0]!;
}

it.each([STATUS, DOWNLOAD])(
	'$name has the ID of the job as one segment of its address',
	async (call) => {
		const { url } = await requestOf(call);
		expect(url).toMatch(/\/projects%2Fp%20j$/);
	},
);

/* Methods, bodies and other addresses are tested in contract/specification.test.ts and hostileParameters.test.ts. */
it.each([
	{ ...QUERY, urgency: 0, limits: { maxBytes: 4 * 2 ** 20 + 5 * 1_280 } },
	{ ...START, urgency: 0, limits: {} },
	{ ...STATUS, urgency: 2, limits: {} },
	{ ...DOWNLOAD, urgency: 1, limits: { totalTimeoutMs: 1_234, retryPolicy: 'never' } },
])(
	'$name has its limits, and waits for others where it has the larger urgency',
	async ({ urgency, limits, ...call }) => {
		const request = await requestOf(call);
		const budget = { callsPerWindow: 7, urgency };
		expect(request).toMatchObject({ retryPolicy: 'always', budget, ...limits });
	},
);

it('leaves the retries of a status and its deadline to the caller, if the caller wants to', async () => {
	const { api, requests } = apiThatReceives([jobRecord('j')]);
	const status = await api.job('j', { retryPolicy: 'never', deadline: 5 });
	expect(status).toEqual({ state: 'done', record: jobRecord('j') });
	expect(requests).toMatchObject([{ retryPolicy: 'never', deadline: 5 }]);
});

it.each([
	{ region: 'other', field: /Analytics Base URL/ },
	{ region: 'global', field: /Check Region in the credential/ },
])(
	'advises for a 404 of a query to check its name, and the address by a field of Region $region',
	async ({ region, field }) => {
		const credential = credentialSettings({ ...CREDENTIAL, region });
		const { api, requests } = apiThatReceives([], { credential });
		await api.query(REQUEST, { limit: 1 });
		const advice = requests[0]?.advice[404];
		expect(advice).toMatch(/^Check Query Name\./);
		expect(advice).toMatch(field);
	},
);

it.each([
	{ ...STATUS, status: 404, advice: /^Check the job ID\. .*Analytics Base URL/ },
	{ ...STATUS, status: 410, advice: /Start the export again/ },
	// Its job is there, so the file is what is missing.
	{ ...DOWNLOAD, status: 404, advice: /^Files are kept for 24 hours\. Start the export again/ },
])('advises what to do about a $status of $name', async ({ status, advice, ...call }) => {
	const request = await requestOf(call);
	expect(request.advice[status]).toMatch(advice);
	expect(request.advice.deadline).toMatch(/Max Wait/);
});

it.each([
	{ status: 404, message: 'There is no job "projects/p j"' },
	{ status: 500, message: 'No (job projects/p j)' },
])('names the job whose status is refused with $status', async ({ status, message }) => {
	const { api } = apiThatReceives([]);
	const error = new ServiceError('refused', 'No', 'Why.', { status });
	jest.mocked(ServiceClient.prototype.json).mockResolvedValue({ error, unclearTries: 0 });
	await expect(api.job(JOB_ID)).rejects.toMatchObject({ message, description: 'Why.', status });
});

it('names a job of which the list of records is empty', async () => {
	const { api } = apiThatReceives([]);
	await expect(api.job(JOB_ID)).rejects.toMatchObject({
		kind: 'refused',
		status: 404,
		message: 'There is no job "projects/p j"',
		description: expect.stringMatching(/kept for 24 hours/) as string,
	});
});

it.each([
	{ record: { Status: 'DONE' }, state: 'done' },
	{ record: { Status: ' done ' }, state: 'done' },
	{ record: { Status: 'COMPLETED' }, state: 'notDone' },
	{ record: { Status: 'RUNNING', HasError: true }, state: 'failed' },
])('a job with the record $record is $state', async ({ record, state }) => {
	const { api } = apiThatReceives([{ ...jobRecord('j'), ...record }]);
	expect(await api.job('j')).toMatchObject({ state });
});

it('takes the record with the ID of the job, if there are several', async () => {
	const { api } = apiThatReceives([jobRecord('a', 'DONE'), jobRecord(' j ', 'RUNNING')]);
	expect(await api.job('j')).toMatchObject({ record: { Status: 'RUNNING' } });
});

describe('the calls a minute', () => {
	/** The limiter at which a call waits for its turn. */
	async function limiterOf(
		call: Call,
		changes: ICredentialDataDecryptedObject = {},
	): Promise<unknown> {
		const credential = credentialSettings({ ...CREDENTIAL, ...changes });
		const { budget } = await requestOf(call, { credential });
		const acquire = jest.spyOn(RateLimiter.prototype, 'acquire').mockResolvedValue({} as never);
		await budget.limiter.acquire({} as never);
		return acquire.mock.contexts.at(-1);
	}

	it('are counted together for bulk exports, and apart from those for queries', async () => {
		const ofExports = await limiterOf(START);
		expect(await limiterOf(STATUS)).toBe(ofExports);
		expect(await limiterOf(DOWNLOAD)).toBe(ofExports);
		const ofQueries = await limiterOf(QUERY);
		expect(await limiterOf(QUERY)).toBe(ofQueries);
		expect(ofQueries).not.toBe(ofExports);
	});

	it.each([{ apiToken: 'another' }, { analyticsBaseUrl: 'https://b.example.com' }])(
		'are counted apart for %j',
		async (changes) => {
			expect(await limiterOf(START, changes)).not.toBe(await limiterOf(START));
		},
	);
});
