import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import type { RunOptions } from '../../support/nodeRuns';
import { phone, runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * The contract: a test for each numbered statement of the specification that the nodes touch. What a service does
 * where it refuses or fails (1.4, 2.5.4, 2.7, 5.3, 8.1) is in the matrices of test/faults and test/readings.
 */

const service = serviceForEach();

const analytics = async (parameters: INodeParameters) => await runAnalytics(service, parameters);
const started = async () => {
	const { items } = await analytics(bulkExport({ operation: 'start' }));
	return items[0]?.json as Record<'jobId' | 'fileName' | 'jobCreatedAt', string>;
};
const notify = async (parameters: INodeParameters = {}, options: RunOptions = {}) =>
	await runNotifications(service, parameters, { items: users(2), ...options });

const BASE = '/dp/data-api/v1/private/analytics';
/** Which asks the query for nothing. */
const NAMED = { options: { columnNames: 'secondRow' } };

it('2.3 the job that was created is passed on as it is', async () => {
	const { jobId, fileName, jobCreatedAt } = await started();
	expect([...service.jobs.values()]).toMatchObject([{ jobId, fileName }]);
	expect(jobCreatedAt).toMatch(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
});

it('2.4 the status record is passed on whole, with Simplify off', async () => {
	const { jobId } = await started();
	const { items } = await analytics(bulkExport({ operation: 'getStatus', jobId, simplify: false }));
	const fields =
		'JobId Status StartTime EndTime FileName HasError ErrorMessage TotalBytesProcessed TotalBytesCompressed TotalSlotMS CreatedAt UpdatedAt';
	expect(Object.keys(items[0]?.json ?? {})).toEqual(expect.arrayContaining(fields.split(' ')));
});

it('2.5.5 a file that is no longer kept is an error that says so', async () => {
	const { jobId } = await started();
	service.options.statusBetween = undefined;
	for (const job of service.jobs.values()) job.createdAt -= 24 * 60 * 60_000 + 1_000;
	const { error } = await analytics(bulkExport({ operation: 'getResult', jobId }));
	expect(error?.description).toContain('24 hours');
});

it('2.6 type, users, phone, nonce, params and labels; an item for each user', async () => {
	const assignments = [
		{ id: '1', name: 'name', value: '={{ $json.name }}', type: 'string' },
		{ id: '2', name: 'order_id', value: 1042, type: 'number' },
	];
	const values = [
		{ key: 'source', value: 'crm' },
		{ key: 'tier', value: '={{ 1 }}' },
		{ key: 'none', value: '={{ null }}' },
	];
	const labels = [
		{ key_1: 'source', value_1: 'crm' },
		{ key_2: 'tier', value_2: '1' },
		{ key_3: 'none', value_3: '' },
	];
	const templateId = 'order_shipped';
	const sent = { templateId, paramAssignments: { assignments }, labels: { values } };
	const { items, hints } = await notify(sent);
	const nonces = items.map(({ json }) => json.nonce);
	expect(nonces).toEqual([0, 1].map(() => expect.stringMatching(/^[0-9a-f]{64}$/) as string));
	expect(service.requests.map(({ body }) => body)).toEqual([
		{
			type: templateId,
			users: [0, 1].map((at) => ({
				phone: phone(at),
				nonce: nonces[at],
				params: { name: `User ${at}`, order_id: '1042' },
				labels,
			})),
		},
	]);
	const output = (at: number) => ({ phone: phone(at), nonce: nonces[at], name: `User ${at}` });
	const json = { status: 'accepted', template: templateId, requestIndex: 0 };
	expect(items.map((item) => [item.json, item.pairedItem])).toEqual(
		[0, 1].map((item) => [{ ...json, ...output(item) }, { item }]),
	);
	expect(hints.map(({ message }) => message)).toEqual([
		'2 accepted, in 1 request. The service does not say when it skips a notification that it has already sent.',
	]);
});

it('4 all requests carry the token and a JSON content type', async () => {
	await analytics(bulkExport(NAMED));
	await analytics(query());
	await notify();
	const authorization = `Bearer ${service.token}`;
	const headers = { authorization, 'content-type': 'application/json' };
	expect(service.requests).toMatchObject(Array(6).fill({ headers }));
});

it('4.1-4.5 methods, paths and their order', async () => {
	await analytics(query());
	await analytics(bulkExport(NAMED));
	const [jobId] = service.jobs.keys();
	expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		`POST ${BASE}/querying`,
		`POST ${BASE}/querying?bulkCopy=true`,
		`GET ${BASE}/bulk-copy/jobs/${jobId}`,
		`GET ${BASE}/bulk-copy/jobs/${jobId}`,
		`GET ${BASE}/bulk-copy/jobs/download-file/${jobId}`,
	]);
});

it.each(['global', 'india'] as const)('4.6 the path, and the address: %s', async (region) => {
	await notify({}, { credential: { region } });
	expect(service.ledger.entries).toMatchObject([{ region }, { region }]);
	const path = '/notifications/api/v1/accounts/account-1/bots/flow-1/notifications';
	expect(service.requests).toMatchObject([{ method: 'POST', url: path }]);
});

it('7.3 a job with HasError is an error with its message', async () => {
	service.options.failJob = { status: 'DONE', message: 'Broken', description: 'In detail' };
	const { error } = await analytics(bulkExport());
	expect(error?.description).toMatch(/Broken.*In detail/s);
});

it('8 width and age of the range are checked before a call is spent', async () => {
	const DAY = 86_400_000;
	const day = (back: number) => new Date(Date.now() - back * DAY).toISOString().slice(0, 10);
	const range = (from: number, to: number) =>
		query({ dateRange: 'custom', startDate: day(from), endDate: day(to), returnAll: true });
	expect((await analytics(range(91, 80))).error?.message).toContain('more than 90 days back');
	expect(service.requests).toEqual([]);
	await analytics(range(29, 0));
	await analytics(range(60, 0));
	const days = service.requests.map(({ body }) => {
		const { startDate, endDate } = body as Record<'startDate' | 'endDate', string>;
		return (Date.parse(endDate) - Date.parse(startDate)) / DAY + 1;
	});
	expect(days).toEqual([30, 30, 30, 1]);
});

it('8 queries and bulk exports have a limit of their own each', async () => {
	const from = performance.now();
	await runAnalytics(service, bulkExport(), { credential: { callsPerMinute: 4 } });
	// With the query for the column names.
	expect(service.requests).toHaveLength(5);
	expect(performance.now() - from).toBeLessThan(30_000);
});
