import type { INodeParameters } from 'n8n-workflow';
import { QUERY_NAMES } from '../../../nodes/Analytics/queries';
import { startService, type Service } from '../../service/service';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { phone, runNotifications, users } from '../../support/notificationsNode';

/* The contract: one case for each numbered statement of the specification that the nodes touch. */

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const request = (index = 0) => service.requests[index];
const analytics = async (parameters: INodeParameters) => await runAnalytics(service, parameters);
const notify = async (parameters: INodeParameters = {}, items = users(1)) =>
	await runNotifications(service, parameters, { items });

const BASE = '/dp/data-api/v1/private/analytics';
/** Which asks the query for nothing. */
const NAMED = { options: { columnNames: 'secondRow' } };

const CASES: Array<[section: string, statement: string, check: () => Promise<void>]> = [
	[
		'1.1',
		'results come inline, or as a file of a background job',
		async () => {
			const inline = await analytics(query({ queryName: 'usage_by_user', returnAll: true }));
			const bulk = await analytics(
				bulkExport({
					queryName: 'usage_by_user',
					dateRange: 'last7Days',
				}),
			);
			expect(bulk.items.map(({ json }) => json)).toEqual(inline.items.map(({ json }) => json));
		},
	],
	[
		'1.2',
		'bulk copy supports the same queries: all 17 of them',
		async () => {
			expect(QUERY_NAMES).toHaveLength(17);
			const items = QUERY_NAMES.map((queryName) => ({ json: { queryName } }));
			for (const parameters of [query(), bulkExport()]) {
				const { error } = await runAnalytics(
					service,
					{ ...parameters, queryName: '={{ $json.queryName }}' },
					{ items },
				);
				expect(error).toBeUndefined();
			}
			expect(
				new Set([...service.jobs.values()].map(({ request: { queryName } }) => queryName)).size,
			).toBe(17);
		},
	],
	[
		'1.4',
		'a query that is not open to the account is an error that says so',
		async () => {
			service.options.queryNotOpen = ['commerce_active_stores'];
			const { error } = await analytics(query({ queryName: 'commerce_active_stores' }));
			expect(error?.description).toContain('open to certain customers only');
		},
	],
	[
		'2.1',
		'limit is a string, and of the synchronous mode only',
		async () => {
			await analytics(query({ limit: 12 }));
			await analytics(bulkExport({ operation: 'start' }));
			expect(request(0)?.body).toMatchObject({ limit: '12' });
			expect(request(1)?.body).not.toHaveProperty('limit');
		},
	],
	[
		'2.2',
		'an envelope whose status is not 200 is an error',
		async () => {
			service.options.errorsInside200 = true;
			const { error } = await analytics(query({ queryName: '={{ "nonsense" }}' }));
			expect(error?.message).toBe('The service has no query "nonsense"');
		},
	],
	[
		'2.3',
		'the job that was created is passed on as it is',
		async () => {
			const { items } = await analytics(bulkExport({ operation: 'start' }));
			const [job] = service.jobs.values();
			expect(items[0]?.json).toMatchObject({ jobId: job?.jobId, fileName: job?.fileName });
			expect(items[0]?.json.jobCreatedAt).toMatch(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
		},
	],
	[
		'2.4',
		'the status record is passed on whole',
		async () => {
			const { items } = await analytics(bulkExport({ operation: 'start' }));
			const status = await analytics(
				bulkExport({ operation: 'getStatus', jobId: items[0]?.json.jobId as string }),
			);
			expect(Object.keys(status.items[0]?.json ?? {})).toEqual(
				expect.arrayContaining([
					'JobId',
					'Status',
					'StartTime',
					'EndTime',
					'FileName',
					'HasError',
					'ErrorMessage',
					'TotalBytesProcessed',
					'TotalBytesCompressed',
					'TotalSlotMS',
					'CreatedAt',
					'UpdatedAt',
				]),
			);
		},
	],
	[
		'2.5.2',
		'the first row is discarded',
		async () => {
			service.options.firstRowCells = ['discard', 'me'];
			const { items } = await analytics(bulkExport());
			expect(items).toHaveLength(24);
			expect(JSON.stringify(items)).not.toContain('discard');
		},
	],
	[
		'2.5.4',
		'an uncompressed error description is never taken for data',
		async () => {
			service.faults.add('download', { kind: 'status', status: 200, body: 'Something failed' });
			const { error, items } = await analytics(bulkExport());
			expect(items).toEqual([]);
			expect(error?.description).toContain('Something failed');
		},
	],
	[
		'2.5.5',
		'a file that is no longer kept is an error that says so',
		async () => {
			const { items } = await analytics(bulkExport({ operation: 'start' }));
			service.clock.advance(24 * 60 * 60_000 + 1_000);
			const jobId = items[0]?.json.jobId as string;
			const { error } = await analytics(bulkExport({ operation: 'getResult', jobId }));
			expect(error?.description).toContain('24 hours');
		},
	],
	[
		'2.6',
		'type, users, phone, nonce, params and labels',
		async () => {
			await notify({ sendOnce: 'always', labels: { values: [{ key: 'a', value: 'b' }] } });
			expect(request()?.body).toEqual({
				type: 'welcome',
				users: [{ phone: phone(0), nonce: '', params: {}, labels: [{ key_1: 'a', value_1: 'b' }] }],
			});
		},
	],
	[
		'2.7',
		'both forms of failure',
		async () => {
			const missing = await notify({ templateId: 'order_shipped' });
			const other = await notify({ templateId: 'unknown' });
			expect(missing.error?.description).toContain('Required parameters are not present');
			expect(other.error?.description).toContain('TEMPLATE_NOT_FOUND');
		},
	],
	[
		'3',
		'the status is asked for until it is DONE',
		async () => {
			service.options.readings.statusRecord = { running: ['QUEUED', 'RUNNING'] };
			await analytics(bulkExport(NAMED));
			const asked = service.requests.filter(({ endpoint }) => endpoint === 'status').length;
			expect(asked).toBe(3);
			expect(request(asked + 1)?.endpoint).toBe('download');
		},
	],
	[
		'4',
		'all requests carry the token and a JSON content type',
		async () => {
			await analytics(bulkExport(NAMED));
			await analytics(query());
			await notify();
			expect(service.requests).toHaveLength(5);
			for (const { headers } of service.requests) {
				expect(headers.authorization).toBe(`Bearer ${service.token}`);
				expect(headers['content-type']).toContain('application/json');
			}
		},
	],
	[
		'4.1-4.5',
		'methods, paths and their order',
		async () => {
			await analytics(query());
			await analytics(bulkExport(NAMED));
			const [jobId] = service.jobs.keys();
			expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
				`POST ${BASE}/querying`,
				`POST ${BASE}/querying?bulkCopy=true`,
				`GET ${BASE}/bulk-copy/jobs/${jobId}`,
				`GET ${BASE}/bulk-copy/jobs/download-file/${jobId}`,
			]);
		},
	],
	[
		'4.6',
		'the documented path with the prefix, and the address for India',
		async () => {
			service.options.acceptNoPrefix = false;
			const { error } = await notify();
			expect(error).toBeUndefined();
			expect(request()?.url).toBe(
				'/notifications/api/v1/accounts/account-1/bots/flow-1/notifications',
			);
		},
	],
	[
		'5.3',
		'a token that is refused is an error that says what to do',
		async () => {
			service.options.token = 'another';
			for (const { error } of [await analytics(query()), await notify()]) {
				expect(error?.message).toBe('The service refused the API token');
				expect(error?.description).toContain('Open the credential');
			}
		},
	],
	[
		'7.3',
		'a job with HasError is an error with its message',
		async () => {
			service.options.failJob = { status: 'DONE', message: 'Broken', description: 'In detail' };
			const { error } = await analytics(bulkExport());
			expect(error?.description).toContain('Broken');
			expect(error?.description).toContain('In detail');
		},
	],
	[
		'8',
		'width and age of the range are checked before a call is spent',
		async () => {
			const day = (back: number) =>
				new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
			const range = (from: number, to: number) =>
				query({ dateRange: 'custom', startDate: day(from), endDate: day(to) });
			expect((await analytics(range(91, 80))).error?.message).toContain('more than 90 days back');
			expect(service.requests).toEqual([]);
			expect((await analytics(range(29, 0))).error).toBeUndefined();
			expect(service.requests).toHaveLength(1);
			await analytics({ ...range(60, 0), returnAll: true });
			const days = service.requests.slice(1).map(({ body }) => {
				const { startDate, endDate } = body as Record<string, string>;
				return (Date.parse(endDate!) - Date.parse(startDate!)) / 86_400_000 + 1;
			});
			expect(days).toEqual([30, 30, 1]);
		},
	],
	[
		'8',
		'a call too many is waited for as the service says',
		async () => {
			Object.assign(service.options, {
				enforceRateLimit: true,
				callsPerMinute: 2,
				windowMs: 1_000,
			});
			for (const retryAfter of ['seconds', 'date'] as const) {
				service.options.retryAfter = retryAfter;
				const users = query({ limit: 1, filters: { userId: '={{ $json.user }}' } });
				const { items, error } = await runAnalytics(service, users, {
					items: ['1', '2', '3'].map((user) => ({ json: { user } })),
				});
				expect(error).toBeUndefined();
				expect(items).toHaveLength(3);
			}
			expect(service.requests.some(({ status }) => status === 429)).toBe(true);
		},
	],
];

it.each(CASES)('%s %s', async (_, __, check) => await check());
