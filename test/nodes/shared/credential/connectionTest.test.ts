import { CredentialTestContext } from 'n8n-core';
import {
	getGlobalState,
	type ICredentialTestFunctions,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { chatCommerceApiTest } from '../../../../nodes/shared/credential/connectionTest';
import type { Fault } from '../../../service/faults';
import { defaultOptions } from '../../../service/options';
import { query, runAnalytics } from '../../../support/analyticsNode';
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
	[{}, `${TESTED}, since that would send one.`],
	[
		{ notificationsBaseUrl: '' },
		`${TESTED}: enter the Notifications Base URL if you want to send any.`,
	],
])('makes one real, cheap call: %j', async (changes, message) => {
	const analyticsBaseUrl = `${service.baseUrl}${PATH}?bulkCopy=true`;
	expect(await test({ analyticsBaseUrl, ...changes })).toEqual({ status: 'OK', message });
	const body = { queryName: 'messages_by_day', limit: '1' };
	expect(service.requests).toMatchObject([{ method: 'POST', url: PATH, body }]);
});

it.each([
	{},
	{ endDateIncluded: false },
	{ dateFormat: 'yyyy/MM/dd' },
	{ endDateIncluded: false, dateFormat: 'dateTime', timeZoneForm: 'offset' },
])('with the settings %j, sends what Query > Run sends for yesterday', async (settings) => {
	const timeZone = getGlobalState().defaultTimezone;
	expect(await test(settings)).toMatchObject({ status: 'OK' });
	const parameters = query({ dateRange: 'yesterday', limit: 1 });
	await runAnalytics(service, parameters, { credential: settings, timeZone });
	const [ofTest, ofQuery] = service.requests.map(({ body }) => body);
	expect(ofTest).toEqual(ofQuery);
});

const refused = JSON.stringify({ message: 'Unknown queryName' });
const inside = JSON.stringify({ data: null, message: 'Unknown queryName', status: 400 });
const page = '<!doctype html><html><head><title>Hello</title></head><body></body></html>';
const location = `https://elsewhere.example/?token=${defaultOptions().token}`;
const REFUSED_QUERY =
	/^The service refused the request\. .* run Service > Check.*: Unknown queryName$/;
const NOTHING_HERE = /^The service has nothing at this address\. Check the Analytics Base URL\./;
const says = (status: number, body = ''): Fault => ({ kind: 'status', status, body });
/** By the envelope of section 2.2, with the HTTP status that it names. */
const no = (status: number, message: string) =>
	says(status, JSON.stringify({ data: null, message, status }));

it.each<[string, object, RegExp, fault?: Fault]>([
	['a refused token', { apiToken: 'wrong' }, /refused the API token\. Enter a valid API Token/],
	['a pasted "Bearer"', { apiToken: 'Bearer abc' }, /Enter the token without "Bearer"/],
	['a wrong date format', { dateFormat: 'HH:mm' }, /Date Format .* does not write the whole date/],
	['templates that cannot be read', { templates: '[{' }, /Templates in the credential/],
	['a refused connection', { analyticsBaseUrl: 'http://127.0.0.1:9' }, /refused the connection/],
	['an unknown host', { analyticsBaseUrl: 'https://no-such-host.invalid' }, /host .* not found/],
	['a bad notifications address', { notificationsBaseUrl: 'nonsense' }, /Notifications Base URL/],
	['a redirect', {}, /redirected .*elsewhere/, { kind: 'redirect', status: 302, location }],
	['too many calls', {}, /too many requests\. .*try again later/, says(429)],
	['a refused query', {}, REFUSED_QUERY, says(400, refused)],
	['a refusal in the envelope', {}, REFUSED_QUERY, says(200, inside)],
	['an unknown query', {}, /Check the Analytics Base URL\. .*: No query$/, no(404, 'No query')],
	['a page', {}, NOTHING_HERE, says(200, page)],
	['another service', {}, NOTHING_HERE, says(200, '{"ok":true}')],
	['other records', {}, /unexpected response/, says(200, '{"data":[1],"status":200}')],
	['a page for the token', {}, /refused the API token.*Hello$/, says(401, page)],
	['403', {}, /If it is valid, .*messages_by_day.*other queries.*Ask them$/, no(403, 'Ask them')],
	['500', {}, /failed to process.*Try again later.* run Service > Check/, says(500)],
])('tells %s in plain words, and shows no HTML', async (_, changes, message, ...[fault]) => {
	if (fault) service.faults.add('query', fault);
	const result = await test(changes);
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) as string });
	expect(result.message).not.toMatch(/<|x\{|\[item/);
	expect(result.message).not.toContain(service.token);
});

it('shows nothing of a token that the service repeats', async () => {
	for (const status of [200, 400]) {
		service.faults.add('query', says(status, `no: ${service.token}`));
		const { message } = await test();
		expect(message).toContain('no: *****');
		expect(message).not.toContain(service.token);
	}
});
