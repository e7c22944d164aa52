import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { chatCommerceApiTest } from '../../../../nodes/shared/credential/connectionTest';
import type { Fault } from '../../../service/faults';
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

const UNKNOWN_QUERY = /^The API Token was accepted, but .*Unknown queryName/;

it.each<[string, object, RegExp]>([
	['a refused token', { apiToken: 'wrong' }, /refused the API token/],
	['an empty token', { apiToken: '' }, /API Token .* is empty/],
	['a pasted "Bearer"', { apiToken: 'Bearer abc' }, /Enter the token without "Bearer"/],
	[
		'a wrong field of More Settings',
		{ callsPerMinute: 0 },
		/The credential > Calls per Minute is not valid/,
	],
	['templates that cannot be read', { templates: '[{' }, /Templates in the credential/],
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

const refused = JSON.stringify({ message: 'Unknown queryName' });
const inside = JSON.stringify({ data: null, message: 'Unknown queryName', status: 400 });
const page = '<!doctype html><html><head><style>x{}</style></head><body><p>Hello</p></body></html>';
const location = 'https://elsewhere.example';

it.each<[string, Fault, RegExp]>([
	[
		'a page',
		{ kind: 'status', status: 200, body: page },
		/Analytics Base URL is wrong.*200.*Hello$/,
	],
	['a redirect', { kind: 'redirect', status: 302, location }, /redirected .*elsewhere\.example/],
	['too many calls', { kind: 'status', status: 429 }, /too many.*API Token itself was not refused/],
	['a broken line', { kind: 'resetAfterRead' }, /broke off/],
	['a refused query', { kind: 'status', status: 400, body: refused }, UNKNOWN_QUERY],
	['another refusal', { kind: 'status', status: 422, body: refused }, UNKNOWN_QUERY],
	['a refusal in the envelope', { kind: 'status', status: 200, body: inside }, UNKNOWN_QUERY],
	['404', { kind: 'status', status: 404, body: page }, /Analytics Base URL is wrong.*404.*Hello$/],
	['502', { kind: 'status', status: 502, body: page }, /failed to process.*Hello$/],
])('tells %s in plain words, and shows no HTML', async (_, fault, message) => {
	service.faults.add('query', fault);
	const result = await test();
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) as string });
	expect(result.message).not.toMatch(/[<{]/);
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

it('shows nothing of a token that the service repeats', async () => {
	for (const status of [200, 400, 401, 404, 500]) {
		service.faults.add('query', { kind: 'status', status, body: `no: ${service.token}` });
		const { message } = await test();
		expect(message).toContain('no: *****');
		expect(message).not.toContain(service.token);
	}
});

it('takes any answer that has only one meaning', async () => {
	service.faults.add('query', { kind: 'wrongShape', body: { data: null, status: '201' } });
	expect((await test()).status).toBe('OK');
	service.faults.add('query', { kind: 'noContent' });
	expect((await test()).status).toBe('OK');
});
