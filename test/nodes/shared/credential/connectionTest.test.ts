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
	expect(await test()).toEqual({ status: 'OK', message: 'Connection tested successfully' });
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
