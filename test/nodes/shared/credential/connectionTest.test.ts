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

it.each([{}, { dateFormat: 'date' }, { dateFormat: 'date', endDateIncluded: false }])(
	'with the settings %j, sends what Query > Run sends for yesterday',
	async (settings) => {
		const timeZone = getGlobalState().defaultTimezone;
		expect(await test(settings)).toMatchObject({ status: 'OK' });
		const parameters = query({ dateRange: 'yesterday', limit: 1 });
		await runAnalytics(service, parameters, { credential: settings, timeZone });
		const [ofTest, ofQuery] = service.requests.map(({ body }) => body);
		expect(ofTest).toEqual(ofQuery);
	},
);

const page = '<!doctype html><html><head><title>Hello</title></head><body></body></html>';
const location = `https://elsewhere.example/?token=${defaultOptions().token}`;
const says = (status: number, body: object | string = ''): Fault => {
	return { kind: 'status', status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
/** By the envelope of section 2.2, perhaps with another HTTP status than the one that it names. */
const no = (status: number, message: string, httpStatus = status) =>
	says(httpStatus, { data: null, message, status });

const MAKE_TOKEN = 'In Yalo Studio, make one under Admin > API Keys > New API Key\\.';
const REFUSED_TOKEN = new RegExp(
	`^The service refused the API token\\. Enter a valid API Token\\. ${MAKE_TOKEN}`,
);
const DATES = '\\d{4}-\\d\\d-\\d\\d';
const REFUSED_QUERY = new RegExp(
	`^The service refused the request\\. The test runs the query messages_by_day\\. The dates were sent as ${DATES} 00:00:00 to ${DATES} 23:59:59 .*set Date Format to Date in the credential .*: Unknown queryName$`,
);
const CHECK =
	'Check Analytics Base URL in the credential: analytics and notifications have different';
const NOTHING_HERE = new RegExp(`^The service has nothing at this address\\. ${CHECK}`);
const CALLED = new RegExp(`${CHECK} .*called was 127\\.0\\.0\\.1:\\d+${PATH}\\. .*: No query$`);
const PASSED_ON = 'Request failed with status code';

it.each<[string, object, RegExp, fault?: Fault]>([
	['a refused token', { apiToken: 'a-wrong-token' }, REFUSED_TOKEN],
	[
		'a token that a server behind it refuses',
		{},
		REFUSED_TOKEN,
		says(500, { message: `${PASSED_ON} 401` }),
	],
	['the same in the envelope', {}, REFUSED_TOKEN, no(500, `${PASSED_ON} 401`, 200)],
	['a pasted "Bearer"', { apiToken: 'Bearer abc' }, /Enter the token without "Bearer"/],
	['templates that cannot be read', { templates: '[{' }, /Templates in the credential/],
	['a refused connection', { analyticsBaseUrl: 'http://127.0.0.1:9' }, /refused the connection/],
	['an unknown host', { analyticsBaseUrl: 'https://no-such-host.invalid' }, /host .* not found/],
	['a bad notifications address', { notificationsBaseUrl: 'nonsense' }, /Notifications Base URL/],
	['a redirect', {}, /redirected .*elsewhere/, { kind: 'redirect', status: 302, location }],
	[
		'too many calls',
		{},
		/too many requests\. n8n tests .*all calls of this minute are used\. Press Retry in a minute/,
		says(429),
	],
	['a refused query', {}, REFUSED_QUERY, says(400, { message: 'Unknown queryName' })],
	['refused dates', {}, REFUSED_QUERY, no(422, 'Unknown queryName')],
	['a refusal in the envelope', {}, REFUSED_QUERY, no(400, 'Unknown queryName', 200)],
	['an unknown path', {}, CALLED, no(404, 'No query')],
	[
		'no route',
		{},
		/different addresses\. The address .*no Route/,
		says(404, { message: 'no Route matched with those values' }),
	],
	['a page', {}, NOTHING_HERE, says(200, page)],
	['another service', {}, NOTHING_HERE, says(200, { ok: true })],
	['other records', {}, /unexpected response/, says(200, { data: [1], status: 200 })],
	['an envelope without data', {}, /no key "data"/, says(200, { records: [], status: 200 })],
	['a page for the token', {}, /refused the API token.*Hello$/, says(401, page)],
	[
		'403',
		{},
		/The query messages_by_day, .* is not open to your account\. .*no harm.*Ask them$/,
		no(403, 'Ask them'),
	],
	['500', {}, /^The service failed to process the request\. Try again later\./, says(500)],
])(
	'tells %s in plain words, in one call, and shows no HTML',
	async (_, changes, message, ...[fault]) => {
		if (fault) service.faults.add('query', fault);
		const result = await test(changes);
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) as string });
		expect(result.message).not.toMatch(/<|x\{|\[item/);
		expect(result.message).not.toContain(service.token);
		expect(service.requests.length).toBeLessThanOrEqual(1);
	},
);

it('shows nothing of a token that the service repeats, in whatever form', async () => {
	const { token } = service;
	for (const fault of [
		says(200, `no: ${token}`),
		says(400, `no: ${token}`),
		says(400, { message: `no: ${token}` }),
		says(400, `{"a":{"no":"${token}"},"b":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
	]) {
		service.faults.add('query', fault);
		const { message } = await test();
		expect(message).toContain('no: *****');
		expect(message).not.toContain(token);
	}
	const analyticsBaseUrl = `${service.baseUrl}/${token}`;
	expect((await test({ analyticsBaseUrl })).message).toMatch(
		/\/\*{5}\/dp.*called|called.*\/\*{5}\/dp/,
	);
});
