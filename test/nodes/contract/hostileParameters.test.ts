import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* What expressions, imports and agents can put into fields: an error that names the field, or sent safely. */

const service = serviceForEach();

const custom = (startDate: string): INodeParameters =>
	query({ dateRange: 'custom', startDate, endDate: '={{ $now.minus({ days: 1 }).toISODate() }}' });
const job = (jobId: string) => ({ resource: 'bulkExport', operation: 'getStatus', jobId });
const batches = (parameters: INodeParameters) =>
	bulkExport({ output: 'subWorkflow', workflowId: 'sub', ...parameters });
const asJson = (paramsJson: string) => ({ paramsMode: 'json', paramsJson });
const assignments = (own: INodeParameters) => {
	return { paramAssignments: { assignments: [{ value: 'x', ...own }] } };
};

const run = async (parameters: INodeParameters) =>
	'resource' in parameters
		? await runAnalytics(service, parameters)
		: await runNotifications(service, parameters, { items: users(2) });

it.each<[INodeParameters, message: string]>([
	[query({ limit: '={{ ({}) }}' }), 'Limit is not valid'],
	[query({ queryName: '={{ ["messages_by_day"] }}' }), 'Query Name'],
	[query({ dateRange: '__proto__' }), 'Date Range is not valid'],
	[custom('={{ "2026-11-01\\r\\nX: y" }}'), 'Start Date'],
	[query({ options: { timeZone: '={{ ({}) }}' } }), 'Options > Time Zone'],
	[query({ options: { timeZone: '../../../etc/localtime' } }), 'Time Zone'],
	[query({ filters: { userId: '={{ NaN }}' } }), 'Filters > User ID'],
	[bulkExport({ options: { columnNames: 'constructor' } }), 'Options > Column Names is not valid'],
	[bulkExport({ options: { outputColumns: '={{ [1] }}' } }), 'Options > Output Columns'],
	[bulkExport({ output: 'csvFile', binaryPropertyName: '={{ ({}) }}' }), 'Output File in Field'],
	[batches({ workflowId: '={{ "" }}' }), 'Workflow is not valid'],
	[batches({ ...job('a'), operation: 'getResult', startAtRow: 0 }), 'Start at Row is not valid'],
	[job('={{ "j".repeat(100000) }}'), 'Job ID'],
	[{ ...job('a'), operation: '__proto__' }, 'There is no operation "__proto__"'],
	[{ templateId: '={{ "" }}' }, 'Template is not valid'],
	[{ phone: '={{ $json.phone + "\\r\\nX: y" }}' }, 'Phone'],
	[{ options: { accountId: '={{ "a\\r\\nX: y" }}' } }, 'Account ID is not valid'],
	[{ options: { flowId: 'x/../../y' } }, 'Flow ID is not valid'],
	[{ paramsMode: 'constructor' }, 'Parameters is not valid'],
	[asJson('[1]'), 'Parameters (JSON) is not valid'],
	[assignments({ name: '={{ ({}) }}' }), 'parameter has no name'],
	[{ paramAssignments: '={{ ({ assignments: 7 }) }}' }, 'Parameters to Send'],
	[{ options: { defaultCountry: '__proto__' } }, 'Default Country is unknown'],
])('%j is refused before a call is spent', async (parameters, message) => {
	const { error, items } = await run(parameters);
	expect(error?.message).toContain(message);
	// zod's own words.
	expect(error?.description).not.toMatch(/Invalid input|Expected |Required/);
	expect(`${error?.message} ${error?.description}`.length).toBeLessThan(1_000);
	expect(items).toEqual([]);
	expect(service.requests).toEqual([]);
});

const IDS = ['%2e%2e', '%2Fx', '．．／x', '\u2024\u2024\u2215x', 'é@:;, b', '😀'];
it.each(IDS)('%j is one segment', async (id) => {
	const segment = encodeURIComponent(id);
	await run(job(id));
	await run({ options: { accountId: id, flowId: id } });
	expect([...new Set(service.requests.map(({ url }) => url))]).toEqual([
		`/dp/data-api/v1/private/analytics/bulk-copy/jobs/${segment}`,
		`/notifications/api/v1/accounts/${segment}/bots/${segment}/notifications`,
	]);
});

it('names such as __proto__, and texts of HTTP, are sent for what they are', async () => {
	const text = '"}\r\nX-Injected: 1\r\n\r\n{"\u2028\u0000';
	const paramsJson = `{ "__proto__": "a", "constructor": ${JSON.stringify(text)} }`;
	await runNotifications(service, asJson(paramsJson), { items: users(1) });
	const [entry] = service.ledger.entries.map(({ params }) => Object.entries(params));
	expect(entry?.flat()).toEqual(['__proto__', 'a', 'constructor', text]);
	expect(service.requests[0]?.headers).not.toHaveProperty('x-injected');
});
