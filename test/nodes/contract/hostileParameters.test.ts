import type { INodeParameters } from 'n8n-workflow';
import { startService, type Service } from '../../service/service';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { credentialFor } from '../../support/credential';
import { runNotifications, users } from '../../support/notificationsNode';

/*
 * What expressions, imported workflows and agents can put into the fields: each ends in an error
 * that names the field, or is sent safely.
 */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(() => service.reset());

const custom = (startDate: string): INodeParameters =>
	query({ dateRange: 'custom', startDate, endDate: '={{ $now.minus({ days: 1 }).toISODate() }}' });
const job = (jobId: string): INodeParameters => ({
	resource: 'bulkExport',
	operation: 'getStatus',
	jobId,
});

describe('Analytics refuses, before a call is spent', () => {
	it.each<[INodeParameters, RegExp]>([
		[query({ limit: '={{ ({}) }}' }), /Limit/],
		[query({ limit: '={{ [1] }}' }), /Limit/],
		[query({ limit: '={{ NaN }}' }), /Limit/],
		[query({ limit: '={{ "9".repeat(100000) }}' }), /Limit/],
		[query({ queryName: '={{ ({}) }}' }), /Query Name/],
		[query({ queryName: '={{ ["messages_by_day"] }}' }), /Query Name/],
		[query({ dateRange: '__proto__' }), /Date Range/],
		[query({ dateRange: 'constructor' }), /Date Range/],
		[custom('={{ ({}) }}'), /Start Date/],
		[custom('={{ [] }}'), /Start Date/],
		[custom('={{ NaN }}'), /Start Date/],
		[custom('={{ new Date(NaN) }}'), /Start Date/],
		[custom('={{ DateTime.fromISO("soon") }}'), /Start Date/],
		[custom('={{ "2026-11-01\\r\\nX: y" }}'), /Start Date/],
		[query({ options: { timeZone: '={{ ({}) }}' } }), /Options > Time Zone/],
		[query({ options: { timeZone: '../../../etc/localtime' } }), /Time Zone/],
		[query({ options: { timeZone: '={{ "UTC\\r\\nX: y" }}' } }), /Time Zone/],
		[query({ filters: { flow: '={{ ({ a: 1 }) }}' } }), /Filters > Flow/],
		[query({ filters: { userId: '={{ [1, 2] }}' } }), /Filters > User ID/],
		[query({ filters: { userId: '={{ NaN }}' } }), /Filters > User ID/],
		[bulkExport({ options: { maxWait: '={{ ({}) }}' } }), /Options > Max Wait/],
		[bulkExport({ options: { maxRows: '={{ 1.5 }}' } }), /Options > Limit/],
		[bulkExport({ options: { columnNames: 'constructor' } }), /Options > Column Names/],
		[bulkExport({ options: { outputColumns: '={{ [1] }}' } }), /Options > Output Columns/],
		[bulkExport({ options: { outputColumns: '={{ ["a", "a"] }}' } }), /Options > Output Columns/],
		[bulkExport({ output: '__proto__' }), /Output/],
		[bulkExport({ output: 'csvFile', binaryPropertyName: '={{ ({}) }}' }), /Output File in Field/],
		[job('={{ ({}) }}'), /Job ID/],
		[job('={{ [] }}'), /Job ID/],
		[job('={{ "a\\r\\nX: y" }}'), /Job ID/],
		[job('={{ "j".repeat(100000) }}'), /Job ID/],
		[job('..'), /Job ID/],
		[job('..\\..\\querying'), /Job ID/],
		[{ ...job('a'), operation: '__proto__' }, /no operation "__proto__"/],
		[{ ...job('a'), operation: 'constructor' }, /no operation "constructor"/],
	])('%j', async (parameters, message) => {
		const { error, items } = await runAnalytics(service, parameters);
		expect(error?.message).toMatch(message);
		expect(`${error?.message} ${error?.description}`.length).toBeLessThan(1_000);
		expect(items).toEqual([]);
		expect(service.requests).toEqual([]);
	});
});

it.each(['%2e%2e', '%2Fquerying', '．．／querying', 'a；b', '\u2024\u2024\u2215x', 'a@b:c', '😀'])(
	'Analytics sends the job ID %j as one segment of its path',
	async (jobId) => {
		await runAnalytics(service, job(jobId));
		const [path = '', ...others] = service.requests.map(({ url }) => url);
		expect(others).toEqual([]);
		expect(path).toBe(
			`/dp/data-api/v1/private/analytics/bulk-copy/jobs/${encodeURIComponent(jobId)}`,
		);
	},
);

it('Analytics takes names such as __proto__ for what they are', async () => {
	const names = ['__proto__', 'constructor', 'toString', 'd'];
	const body = `x\n${names.join(',')}\n${'1,2,3,4\n'.repeat(3)}`;
	service.faults.add('download', { kind: 'status', status: 200, body });
	const options = { columnNames: 'secondRow' };
	const { items } = await runAnalytics(service, bulkExport({ options }));
	expect(items.map(({ json }) => Object.entries(json))).toEqual(
		Array(3).fill(names.map((name, at) => [name, at + 1])),
	);

	const file = bulkExport({ output: 'csvFile', binaryPropertyName: 'constructor' });
	const { items: files } = await runAnalytics(service, file);
	expect(Object.keys(files[0]?.binary ?? {})).toEqual(['constructor']);
});

it('Analytics sends hostile texts inside of JSON', async () => {
	const text = '"}\r\nX-Injected: 1\r\n\r\n{"\u2028\u0000';
	const parameters = query({
		queryName: 'messages_by_day',
		filters: { flow: `={{ $json.text }}` },
	});
	await runAnalytics(service, parameters, { items: [{ json: { text } }] });
	expect(service.requests).toHaveLength(1);
	expect(service.requests[0]?.body).toMatchObject({ customFilters: { flow: text } });
	expect(service.requests[0]?.headers).not.toHaveProperty('x-injected');
});

describe('Notifications refuses, before anything is sent', () => {
	const assignments = (list: object[]) =>
		({ paramAssignments: { assignments: list } }) as unknown as INodeParameters;
	it.each<[INodeParameters, RegExp]>([
		[{ templateId: '={{ ({}) }}' }, /Template/],
		[{ templateId: '={{ ["welcome"] }}' }, /Template/],
		[{ phone: '={{ ({}) }}' }, /Phone/],
		[{ phone: '={{ [$json.phone] }}' }, /Phone/],
		[{ phone: '={{ NaN }}' }, /Phone/],
		[{ phone: '={{ "+55119".repeat(20000) }}' }, /Phone/],
		[{ phone: '={{ $json.phone + "\\r\\nX: y" }}' }, /Phone/],
		[{ options: { accountId: '={{ "a\\r\\nX: y" }}' } }, /Account ID/],
		[{ options: { accountId: '..' } }, /Account ID/],
		[{ options: { flowId: 'x/../../y' } }, /Flow ID/],
		[{ options: { flowId: 'x?y' } }, /Flow ID/],
		[{ options: { flowId: '..\\y' } }, /Flow ID/],
		[{ paramsMode: 'constructor' }, /Parameters/],
		[{ paramsMode: 'json', paramsJson: '={{ [] }}' }, /Parameters \(JSON\)/],
		[assignments([{ name: '={{ ({}) }}', value: 'x' }]), /parameter has no name/],
		[assignments([{ name: 'name', value: '={{ [] }}' }]), /parameter "name"/],
		[{ paramAssignments: '={{ ({ assignments: 7 }) }}' }, /Parameters to Send/],
		[{ sendOnce: 'perId', nonce: '={{ ({}) }}' }, /ID/],
		[{ sendTo: 'testPhone', testPhone: '={{ "" }}' }, /Test Phone/],
		[{ options: { batchSize: '={{ NaN }}' } }, /Options > Batch Size/],
		[{ options: { defaultCountry: '__proto__' } }, /Default Country/],
		[{ options: { defaultCountry: 'constructor' } }, /Default Country/],
	])('%j', async (parameters, message) => {
		const { error } = await runNotifications(service, parameters, { items: users(2) });
		expect(error?.message).toMatch(message);
		expect(`${error?.message} ${error?.description}`.length).toBeLessThan(1_000);
		expect(service.requests).toEqual([]);
	});
});

it.each(['%2e%2e', '%2F', '．．', 'a／b', '\u2024\u2024', 'a b', 'é@:;,', '%00'])(
	'Notifications sends the IDs %j as one segment of its path each',
	async (id) => {
		await runNotifications(
			service,
			{ options: { accountId: id, flowId: id } },
			{ items: users(1) },
		);
		const segment = encodeURIComponent(id);
		expect(service.requests.map(({ url }) => url)).toEqual([
			`/notifications/api/v1/accounts/${segment}/bots/${segment}/notifications`,
		]);
	},
);

it('Notifications takes names such as __proto__ for what they are, and sends texts as JSON', async () => {
	const paramsJson = '{ "__proto__": "a", "constructor": "b\\r\\nX-Injected: 1", "x": "\\u0000" }';
	await runNotifications(service, { paramsMode: 'json', paramsJson }, { items: users(1) });
	const [{ params } = { params: {} }] = service.ledger.entries;
	expect(Object.entries(params)).toEqual([
		['__proto__', 'a'],
		['constructor', 'b\r\nX-Injected: 1'],
		['x', '\u0000'],
	]);
	expect(service.requests[0]?.headers).not.toHaveProperty('x-injected');
});

it('the credential may have been pasted with space around the token', async () => {
	const credential = { ...credentialFor(service), apiToken: ` ${service.token}\n` };
	const { error } = await runAnalytics(service, query(), { credential });
	expect(error).toBeUndefined();
});

it.each([2 ** 31, 1e300, Infinity])(
	'times of %p seconds are as good as for ever',
	async (seconds) => {
		const credential = { ...credentialFor(service), requestTimeout: seconds };
		const parameters = bulkExport({ options: { maxWait: seconds } });
		const { error } = await runAnalytics(service, parameters, { credential });
		expect(error).toBeUndefined();
	},
);

it.each<[object, RegExp]>([
	[{ apiToken: 'abc\r\nX-Injected: 1' }, /API Token/],
	[{ apiToken: 'test token' }, /API Token/],
	[{ apiToken: 'tokén' }, /API Token/],
	[{ apiToken: 'token…' }, /API Token/],
	[{ apiToken: { a: 1 } }, /API Token/],
	[{ analyticsBaseUrl: 'https://user:pass@example.com' }, /Analytics Base URL.*user name/],
	[{ analyticsBaseUrl: ['https://example.com'] }, /Analytics Base URL/],
	[{ analyticsBaseUrl: 'javascript:alert(1)' }, /Analytics Base URL/],
	[{ analyticsBaseUrl: 'http://localhost@example.com' }, /Analytics Base URL/],
	[{ analyticsBaseUrl: 'http://127.0.0.1\u2024example.com' }, /Analytics Base URL/],
	[{ callsPerMinute: 'many' }, /Calls per Minute/],
	[{ callsPerMinute: 0 }, /Calls per Minute/],
	[{ requestTimeout: -1 }, /Request Timeout/],
	[{ dateFormat: { a: 1 } }, /Date Format/],
	[{ apiToken: 'Bearer abc' }, /begins with "Bearer"/],
	[{ region: '__proto__' }, /Region/],
	[{ accountId: { a: 1 } }, /Account ID/],
])('the credential %j is refused', async (changes, message) => {
	const credential = { ...credentialFor(service), ...changes };
	const { error } = await runAnalytics(service, query(), { credential });
	expect(error?.message).toMatch(message);
	expect(service.requests).toEqual([]);
});
