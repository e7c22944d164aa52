import '../../../support/quickWaits';
import { CredentialTestContext } from 'n8n-core';
import {
	type ICredentialTestFunctions,
	type IWorkflowExecuteAdditionalData,
	getGlobalState,
} from 'n8n-workflow';
import { chatCommerceApiTest } from '../../../../nodes/shared/credential/checkCredential';
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
	{
		addresses: 'both addresses',
		changes: {},
		message: `${TESTED}, since that would send one.`,
	},
	{
		addresses: 'no address for notifications',
		changes: { notificationsBaseUrl: '' },
		message: `${TESTED}: ${NO_ADDRESS}`,
	},
])('makes one real, cheap call with $addresses', async ({ changes, message }) => {
	const analyticsBaseUrl = `${service.baseUrl}${PATH}?bulkCopy=true`;
	const result = await test({ analyticsBaseUrl, ...changes });
	expect(result).toEqual({ status: 'OK', message });
	const body = { queryName: 'messages_by_day', limit: '1' };
	expect(service.requests).toMatchObject([{ method: 'POST', url: PATH, body }]);
});

it.each([
	{ dates: 'the usual dates', settings: {} },
	{ dates: 'dates without a time', settings: { dateFormat: 'date' } },
	{
		dates: 'an end date that is not included',
		settings: { dateFormat: 'date', endDateIncluded: false },
	},
])('sends what Query > Run does, with $dates', async ({ settings }) => {
	const timeZone = getGlobalState().defaultTimezone;
	expect(await test(settings)).toMatchObject({ status: 'OK' });
	const parameters = query({ dateRange: 'yesterday', limit: 1 });
	await runAnalytics(service, parameters, { credential: settings, timeZone });
	expect(service.requests).toHaveLength(2);
	expect(service.requests[0]?.body).toEqual(service.requests[1]?.body);
});

const page = '<!doctype html><html><head><title>Hello</title></head><body></body></html>';
const location = `https://elsewhere.example/?token=${defaultOptions().token}`;

/** An answer with this body. */
function says(status: number, body: object | string = ''): Fault {
	return { kind: 'status', status, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** A refusal in the envelope of section 2.2. */
function refuses(status: number): Fault {
	return says(status, { data: null, message: 'Why', status });
}

/** The refused token of a server behind the service. The envelope always has the status 500, whatever that of HTTP is. */
function passedOn(httpStatus: number): Fault {
	return says(httpStatus, {
		data: null,
		message: 'Request failed with status code 401',
		status: 500,
	});
}

const REFUSED_TOKEN =
	'The service refused the API token. Enter a valid API Token. In Yalo Studio, ';
const DATES =
	/^The service refused the request\. The test runs the query messages_by_day\. The dates were sent as \S+ 00:00:00 to \S+ 23:59:59 .*set Date Format to Date in .*: Why$/;
const CALLED = `Check Analytics Base URL in the credential: analytics and notifications have different addresses\\. The address called was 127.0.0.1:\\d+${PATH}\\.`;
const NOTHING = new RegExp(`^The service has nothing at this address\\. ${CALLED} `);

function wrongServer(said: string): RegExp {
	return new RegExp(
		`did not come from the service\\. ${said}\\. ${CALLED}( If n8n uses a proxy.*)?$`,
	);
}

const NO_CALLS_LEFT =
	/^The service .* too many .* all calls of this minute are used\. Press Retry in a minute/;
const NOT_OPEN =
	/The query messages_by_day, .* is not open to your account\. .*You can ignore this.*: Why$/;

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

it.each<{ mistake: string; changes: object; words: string | RegExp }>([
	{
		mistake: 'a token that the service does not know',
		changes: { apiToken: 'a-wrong-token' },
		words: REFUSED_TOKEN,
	},
	{
		mistake: 'an address at which nobody listens',
		changes: { analyticsBaseUrl: 'http://127.0.0.1:9' },
		words: 'refused the connection',
	},
	{
		mistake: 'an address that is none',
		changes: { notificationsBaseUrl: 'nonsense' },
		words: 'Notifications Base URL',
	},
])('tells of $mistake', async ({ changes, words }) => {
	expect(await failed(changes)).toMatch(words);
});

it.each<{ failure: string; fault: Fault; words: string | RegExp }>([
	{ failure: 'a refused token', fault: passedOn(500), words: REFUSED_TOKEN },
	{ failure: 'a refused token with HTTP status 200', fault: passedOn(200), words: REFUSED_TOKEN },
	{
		failure: 'a redirect',
		fault: { kind: 'redirect', status: 302, location },
		words: /redirected .* Check Analytics/,
	},
	{ failure: 'too many calls', fault: says(429), words: NO_CALLS_LEFT },
	{ failure: 'a refused query', fault: says(400, { message: 'Why' }), words: DATES },
	{ failure: 'a refusal of any other kind', fault: refuses(418), words: DATES },
	{ failure: 'an unknown path', fault: refuses(404), words: NOTHING },
	{
		failure: 'a path that the gateway does not know',
		fault: says(404, { message: 'no Route matched with those values' }),
		words: NOTHING,
	},
	{ failure: 'a page', fault: says(200, page), words: wrongServer('It is not JSON: Hello') },
	{
		failure: 'JSON of another server',
		fault: says(200, { ok: 'Hi.' }),
		words: wrongServer('It has neither data nor status: ok: Hi'),
	},
	{
		failure: 'records that are none',
		fault: says(200, { data: [1], status: 200 }),
		words: 'unexpected response',
	},
	{ failure: 'no permission', fault: says(200, { message: 'Why', status: 403 }), words: NOT_OPEN },
	{
		failure: 'silence',
		fault: { kind: 'stall' },
		words: 'The service did not respond in time. Try again later.',
	},
	{
		failure: 'a failure of the service',
		fault: says(500),
		words: 'The service failed to process the request. Try again later.',
	},
])('tells of $failure in plain words', async ({ fault, words }) => {
	service.faults.add('query', fault);
	expect(await failed()).toMatch(words);
});

it('shows nothing of a token that the service repeats, in whatever form', async () => {
	const { token } = service;
	const nested = `{"a":{"no":"${token}"},"b":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
	const faults = [
		says(200, `no: ${token}`),
		says(400, `no: ${token}`),
		says(400, nested),
		says(400, { message: `no: ${token}` }),
	];
	for (const fault of faults) {
		service.faults.add('query', fault);
		const { message } = await test();
		expect(message).toMatch(/^(?!.*test-token).*no: \*{5}/);
	}
	const { message } = await test({ analyticsBaseUrl: `${service.baseUrl}/${token}` });
	expect(message).toContain('/*****/dp');
});
