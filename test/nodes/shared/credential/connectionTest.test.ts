import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { chatCommerceApiTest } from '../../../../nodes/shared/credential/connectionTest';
import type { Fault } from '../../../service/faults';
import { defaultOptions } from '../../../service/options';
import { credentialFor } from '../../../support/credential';
import '../../../support/noSuchHost';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

/** n8n's own context for "Test" in a credential. */
async function test(changes: object = {}) {
	const additionalData = {} as IWorkflowExecuteAdditionalData;
	const context = new CredentialTestContext(additionalData) as unknown as ICredentialTestFunctions;
	const data = { ...credentialFor(service), ...changes };
	const credential = { id: '1', name: 'Test', type: 'chatCommerceApi', data };
	return await chatCommerceApiTest.call(context, credential);
}

const TESTED = 'Connection tested successfully. Notifications were not tested';
const PATH = '/dp/data-api/v1/private/analytics/querying';

it.each([
	['', {}, `${TESTED}, since that would send one.`],
	[
		', without an address for notifications',
		{ notificationsBaseUrl: '' },
		`${TESTED}: enter the Notifications Base URL if you want to send any.`,
	],
])('makes one real, cheap call%s', async (_, changes, message) => {
	const analyticsBaseUrl = `${service.baseUrl}${PATH}?bulkCopy=true`;
	expect(await test({ analyticsBaseUrl, ...changes })).toEqual({ status: 'OK', message });
	expect(service.requests).toMatchObject([
		{ method: 'POST', url: PATH, body: { queryName: 'messages_by_day', limit: '1' } },
	]);
});

const refused = JSON.stringify({ message: 'Unknown queryName' });
const inside = JSON.stringify({ data: null, message: 'Unknown queryName', status: 400 });
const page = '<!doctype html><html><head><style>x{}</style></head><body><p>Hello</p></body></html>';
const location = `https://elsewhere.example/?token=${defaultOptions().token}`;
const UNKNOWN_QUERY = /^The API Token was accepted, but .*Unknown queryName/;
const says = (status: number, body = ''): Fault => ({ kind: 'status', status, body });
const WRONG_ADDRESS = /^The Analytics Base URL is wrong.*Hello$/;
/** By the envelope of section 2.2, with the HTTP status that it names. */
const no = (status: number, message: string) =>
	says(status, JSON.stringify({ data: null, message, status }));

it.each<[string, object, RegExp, fault?: Fault]>([
	['a refused token', { apiToken: 'wrong' }, /refused the API token/],
	['a pasted "Bearer"', { apiToken: 'Bearer abc' }, /Enter the token without "Bearer"/],
	['a wrong setting', { callsPerMinute: 0 }, /The credential > Calls per Minute is not valid/],
	['templates that cannot be read', { templates: '[{' }, /Templates in the credential/],
	['a refused connection', { analyticsBaseUrl: 'http://127.0.0.1:9' }, /refused the connection/],
	['an unknown host', { analyticsBaseUrl: 'https://no-such-host.invalid' }, /host .* not found/],
	['http', { analyticsBaseUrl: 'http://example.com' }, /must begin with https/],
	['a bad notifications address', { notificationsBaseUrl: 'nonsense' }, /Notifications Base URL/],
	['a page', {}, /Analytics Base URL is wrong.*200.*Hello$/, says(200, page)],
	['a redirect', {}, /redirected .*elsewhere/, { kind: 'redirect', status: 302, location }],
	['too many calls', {}, /too many.*API Token itself was not refused/, says(429)],
	['a broken line', {}, /broke off/, { kind: 'resetAfterRead' }],
	['a refused query', {}, UNKNOWN_QUERY, says(400, refused)],
	['another refusal', {}, UNKNOWN_QUERY, says(422, refused)],
	['a refusal in the envelope', {}, UNKNOWN_QUERY, says(200, inside)],
	['a query that is not there', {}, UNKNOWN_QUERY, no(404, 'Unknown queryName')],
	['404 of a page', {}, WRONG_ADDRESS, says(404, page)],
	['404 of another service', {}, /is wrong.*No route$/, says(404, '{"message":"No route"}')],
	['405 without words', {}, /Analytics Base URL is wrong.*405/, says(405)],
	['400 of a page', {}, WRONG_ADDRESS, says(400, page)],
	['a page for the token', {}, /refused the API token.*Hello$/, says(401, page)],
	['403', {}, /If it is valid, .*messages_by_day.*other queries.*Ask them$/, no(403, 'Ask them')],
	['502', {}, /failed to process.*Hello$/, says(502, page)],
])('tells %s in plain words, and shows no HTML', async (_, changes, message, ...[fault]) => {
	if (fault) service.faults.add('query', fault);
	const result = await test(changes);
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) as string });
	expect(result.message).not.toMatch(/<|x\{/);
	expect(result.message).not.toContain(service.token);
});

it('shows nothing of a token that the service repeats', async () => {
	for (const status of [200, 400, 401, 404, 500]) {
		service.faults.add('query', says(status, `no: ${service.token}`));
		const { message } = await test();
		expect(message).toContain('no: *****');
		expect(message).not.toContain(service.token);
	}
});

it('takes any answer that has only one meaning', async () => {
	service.faults.add('query', { kind: 'wrongShape', body: { data: null, status: '201' } });
	service.faults.add('query', { kind: 'noContent' });
	expect([(await test()).status, (await test()).status]).toEqual(['OK', 'OK']);
});
