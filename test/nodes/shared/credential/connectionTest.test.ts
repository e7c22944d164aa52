import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { chatCommerceApiTest } from '../../../../nodes/shared/credential/connectionTest';
import { startService, type Service } from '../../../service/service';
import { credentialFor } from '../../../support/credential';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

/** n8n's own context for "Test" in a credential. */
async function test(changes: object = {}) {
	const context = new CredentialTestContext(
		{} as IWorkflowExecuteAdditionalData,
	) as unknown as ICredentialTestFunctions;
	return await chatCommerceApiTest.call(context, {
		id: '1',
		name: 'Test',
		type: 'chatCommerceApi',
		data: { ...credentialFor(service), ...changes },
	});
}

it('makes one real, cheap call', async () => {
	expect(await test()).toEqual({
		status: 'OK',
		message: expect.stringContaining('Connection tested successfully') as string,
	});
	expect(service.requests.map(({ endpoint, body }) => ({ endpoint, body }))).toEqual([
		{
			endpoint: 'query',
			body: expect.objectContaining({ queryName: 'messages_by_day', limit: '1' }) as unknown,
		},
	]);
});

it.each<[string, object, RegExp]>([
	['a refused token', { apiToken: 'wrong' }, /refused the API token/],
	['an empty token', { apiToken: '' }, /API Token .* is empty/],
	['a refused connection', { analyticsBaseUrl: 'http://127.0.0.1:9' }, /refused the connection/],
	[
		'an unknown host',
		{ analyticsBaseUrl: 'https://no-such-host.invalid' },
		/host .* was not found/,
	],
	['http', { analyticsBaseUrl: 'http://example.com' }, /must begin with https/],
	['a bad notifications address', { notificationsBaseUrl: 'nonsense' }, /Notifications Base URL/],
])('tells %s in plain words', async (_, changes, message) => {
	const result = await test(changes);
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
	expect(result.message).not.toContain(service.token);
});

it('tells a wrong address, and an answer that is not the service’s', async () => {
	const wrongPath = await test({ analyticsBaseUrl: `${service.baseUrl}/wrong` });
	expect(wrongPath.message).toMatch(/Analytics Base URL is wrong/);
	service.faults.add('query', { kind: 'status', status: 200, body: '<html>Hello</html>' });
	expect((await test()).message).toMatch(/did not come from the service .*Hello/);
	service.faults.add('query', {
		kind: 'redirect',
		status: 302,
		location: 'https://elsewhere.example',
	});
	expect((await test()).message).toMatch(/redirected/);
	service.faults.add('query', { kind: 'status', status: 429 });
	expect((await test()).message).toMatch(/too many requests/);
});

it.each([
	['with', {}, 'since that would send one'],
	['without', { notificationsBaseUrl: '' }, 'enter the Notifications Base URL'],
])('says that notifications were not tested, %s an address', async (_, changes, words) => {
	const { message } = await test(changes);
	expect(message).toContain(`Notifications were not tested`);
	expect(message).toContain(words);
});

it('takes an address with the path of an endpoint', async () => {
	const path = '/dp/data-api/v1/private/analytics/querying?bulkCopy=true';
	const { status } = await test({ analyticsBaseUrl: `${service.baseUrl}${path}` });
	expect(status).toBe('OK');
});

const ANSWERS: Array<[string, number, unknown]> = [
	['400', 400, { message: 'Unknown queryName' }],
	['422', 422, { error: 'Unknown queryName' }],
	['400 in the envelope', 200, { data: null, message: 'Unknown queryName', status: 400 }],
];

it.each(ANSWERS)(
	'tells a query that was refused from a token that was: %s',
	async (_, status, body) => {
		service.faults.add('query', { kind: 'status', status, body: JSON.stringify(body) });
		const result = await test();
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^The API Token was accepted, but .*Unknown queryName/);
	},
);

it('takes any answer that has only one meaning', async () => {
	service.faults.add('query', { kind: 'wrongShape', body: { data: null, status: '201' } });
	expect((await test()).status).toBe('OK');
	service.faults.add('query', { kind: 'noContent' });
	expect((await test()).status).toBe('OK');
});

it('shows no HTML', async () => {
	const body =
		'<!doctype html><html><head><style>x{}</style></head><body><p>Hello</p></body></html>';
	for (const status of [200, 404, 502]) {
		service.faults.add('query', { kind: 'status', status, body });
		const { message } = await test();
		expect(message).toContain('Hello');
		expect(message).not.toMatch(/[<{]/);
	}
});
