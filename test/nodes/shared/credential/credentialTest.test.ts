import '../../../support/quickWaits';
import { CredentialTestContext } from 'n8n-core';
import {
	type ICredentialTestFunctions,
	type IWorkflowExecuteAdditionalData,
	getGlobalState,
} from 'n8n-workflow';
import { chatCommerceApiTest } from '../../../../nodes/shared/credential/credentialTest';
import type { Fault } from '../../../service/faults';
import { defaultOptions } from '../../../service/options';
import { query, runAnalytics } from '../../../support/analyticsNode';
import { credentialFor } from '../../../support/credential';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

async function test(changes: object = {}) {
	const additionalData = {} as IWorkflowExecuteAdditionalData;
	const context = new CredentialTestContext(additionalData) as unknown as ICredentialTestFunctions;
	const data = { ...credentialFor(service), ...changes };
	const credential = { id: '1', name: 'Test', type: 'chatCommerceApi', data };
	return await chatCommerceApiTest.call(context, credential);
}

const TESTED = 'Connection tested successfully. Notifications were not tested';
const NO_ADDRESS = 'enter the Notifications Base URL if you want to send any.';
const PATH = '/dp/data-api/v1/private/analytics/querying';

it.each([
	[{}, `${TESTED}, since that would send one.`],
	[{ notificationsBaseUrl: '' }, `${TESTED}: ${NO_ADDRESS}`],
])('makes one real, cheap call: %j', async (changes, message) => {
	const analyticsBaseUrl = `${service.baseUrl}${PATH}?bulkCopy=true`;
	expect(await test({ analyticsBaseUrl, ...changes })).toEqual({ status: 'OK', message });
	const body = { queryName: 'messages_by_day', limit: '1' };
	expect(service.requests).toMatchObject([{ method: 'POST', url: PATH, body }]);
});

const FORMS = [{}, { dateFormat: 'date' }, { dateFormat: 'date', endDateIncluded: false }];
it.each(FORMS)('%j: sends what Query > Run does', async (settings) => {
	const timeZone = getGlobalState().defaultTimezone;
	expect(await test(settings)).toMatchObject({ status: 'OK' });
	const parameters = query({ dateRange: 'yesterday', limit: 1 });
	await runAnalytics(service, parameters, { credential: settings, timeZone });
	const [ofTest, ofQuery] = service.requests.map(({ body }) => body);
	expect(ofTest).toEqual(ofQuery);
});

const page = '<!doctype html><html><head><title>Hello</title></head><body></body></html>';
const location = `https://elsewhere.example/?token=${defaultOptions().token}`;
const says = (status: number, body: object | string = ''): Fault => {
	return { kind: 'status', status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
/** By the envelope of section 2.2, perhaps with another HTTP status than the one that it names. */
const no = (status: number, message = 'Why', httpStatus = status) =>
	says(httpStatus, { data: null, message, status });

const REFUSED_TOKEN =
	'The service refused the API token. Enter a valid API Token. In Yalo Studio, ';
const DATES =
	/^The service refused the request\. The test runs the query messages_by_day\. The dates were sent as \S+ 00:00:00 to \S+ 23:59:59 .*set Date Format to Date in .*: Why$/;
const CALLED = `Check Analytics Base URL in the credential: analytics and notifications have different addresses\\. The address called was 127.0.0.1:\\d+${PATH}\\.`;
const NOTHING = new RegExp(`^The service has nothing at this address\\. ${CALLED} `);
const WRONG = (said: string) =>
	new RegExp(`did not come from the service\\. ${said}\\. ${CALLED}( If n8n uses a proxy.*)?$`);
const UNUSED =
	/^The service .* too many .* all calls of this minute are used\. Press Retry in a minute/;
const NOT_OPEN = /The query messages_by_day, .* is not open to your account\. .*no harm.*: Why$/;
const passedOn = (status: number) => no(500, 'Request failed with status code 401', status);

async function failed(changes: object = {}): Promise<string> {
	const from = performance.now();
	const { status, message } = await test(changes);
	expect(performance.now() - from).toBeLessThan(61_000);
	expect(status).toBe('Error');
	expect(message).not.toMatch(/<|x\{|\[item/);
	expect(message).not.toContain(service.token);
	expect(service.requests.length).toBeLessThanOrEqual(1);
	return message;
}

it.each<[object, string | RegExp]>([
	[{ apiToken: 'a-wrong-token' }, REFUSED_TOKEN],
	[{ analyticsBaseUrl: 'http://127.0.0.1:9' }, 'refused the connection'],
	[{ notificationsBaseUrl: 'nonsense' }, 'Notifications Base URL'],
])('tells what was entered wrongly: %j', async (changes, words) => {
	expect(await failed(changes)).toMatch(words);
});

it.each<[string, Fault, string | RegExp]>([
	['a refused token', passedOn(500), REFUSED_TOKEN],
	['the same in the envelope', passedOn(200), REFUSED_TOKEN],
	['a redirect', { kind: 'redirect', status: 302, location }, /redirected .* Check Analytics/],
	['too many calls', says(429), UNUSED],
	['a refused query', says(400, { message: 'Why' }), DATES],
	['a refusal of any other kind', no(418), DATES],
	['an unknown path', no(404), NOTHING],
	['no route', says(404, { message: 'no Route matched with those values' }), NOTHING],
	['a page', says(200, page), WRONG('It is not JSON: Hello')],
	['another JSON', says(200, { ok: 'Hi.' }), WRONG('It has neither data nor status: ok: Hi')],
	['other records', says(200, { data: [1], status: 200 }), 'unexpected response'],
	['no permission', says(200, { message: 'Why', status: 403 }), NOT_OPEN],
	['silence', { kind: 'stall' }, 'The service did not respond in time. Try again later.'],
	['a failure', says(500), 'The service failed to process the request. Try again later.'],
])('tells %s in plain words', async (_, fault, words) => {
	service.faults.add('query', fault);
	expect(await failed()).toMatch(words);
});

it('shows nothing of a token that the service repeats, in whatever form', async () => {
	const { token } = service;
	const nested = `{"a":{"no":"${token}"},"b":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
	for (const fault of [
		...[200, 400].map((status) => says(status, `no: ${token}`)),
		...[nested, { message: `no: ${token}` }].map((body) => says(400, body)),
	]) {
		service.faults.add('query', fault);
		expect((await test()).message).toMatch(/^(?!.*test-token).*no: \*{5}/);
	}
	const { message } = await test({ analyticsBaseUrl: `${service.baseUrl}/${token}` });
	expect(message).toContain('/*****/dp');
});
