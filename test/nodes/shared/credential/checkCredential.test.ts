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

const N8N = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);

/**
 * Presses Test in the credential.
 * @param changes what the user enters otherwise than what fits the service
 */
async function testCredential(changes: object = {}, n8n: object = N8N) {
	const data = { ...credentialFor(service), ...changes };
	const credential = { id: '1', name: 'Test', type: 'chatCommerceApi', data };
	return await chatCommerceApiTest.call(n8n as ICredentialTestFunctions, credential);
}

const PATH = '/dp/data-api/v1/private/analytics/querying';

it('makes one real, cheap call, and says what was not tested', async () => {
	const analyticsBaseUrl = `${service.baseUrl}${PATH}?bulkCopy=true`;
	const { status, message } = await testCredential({ analyticsBaseUrl, notificationsBaseUrl: '' });
	expect(status).toBe('OK');
	expect(message).toMatch(/^Connection tested successfully\. .* were not tested/);
	const body = { queryName: 'messages_by_day', limit: '1' };
	expect(service.requests).toMatchObject([{ method: 'POST', url: PATH, body }]);
});

it('asks the address for notifications for nothing, and without the token', async () => {
	const notificationsBaseUrl = `${service.notificationsUrl}/notifications`;
	expect(await testCredential({ notificationsBaseUrl })).toMatchObject({ status: 'OK' });
	const [first, query, ...more] = service.requests;
	expect(first).toMatchObject({ endpoint: 'unknown', method: 'HEAD', url: '/' });
	expect(first?.headers.authorization).toBeUndefined();
	expect(query?.endpoint).toBe('query');
	expect(more).toEqual([]);
});

it.each([{}, { dateFormat: 'date', endDateIncluded: false }])(
	'sends what Query > Run does, with the settings %j',
	async (settings) => {
		const timeZone = getGlobalState().defaultTimezone;
		expect(await testCredential(settings)).toMatchObject({ status: 'OK' });
		const parameters = query({ dateRange: 'yesterday', limit: 1 });
		await runAnalytics(service, parameters, { credential: settings, timeZone });
		const [ofTest, ofNode, ...more] = service.requestsTo('query');
		expect(ofTest?.body).toEqual(ofNode?.body);
		expect(more).toEqual([]);
	},
);

it('a bug of n8n is an error in words, without the token', async () => {
	const request = async () => {
		throw new TypeError(`a bug with ${service.token}`);
	};
	const { status, message } = await testCredential({}, { helpers: { request } });
	expect(status).toBe('Error');
	expect(message).toMatch(/^n8n failed to send the request.*a bug with \*{5}$/);
});

const OTHER_ADDRESS = `https://elsewhere.example/?token=${defaultOptions().token}`;

/** A response with this body. */
function responseWith(status: number, body: object | string = ''): Fault {
	return { kind: 'status', status, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

const CHECK_ADDRESS = `Check Analytics Base URL in the credential: .* The address called was 127.0.0.1:\\d+${PATH}\\.`;

/** HTML, and n8n's notation for an expression or an item, which help nobody here. */
const NOTATION = /<|x\{|\[item/;

interface Failing {
	what: string;
	changes?: object;
	fault?: Fault;
	words: string | RegExp;
}

it.each<Failing>([
	{
		what: 'a token that the service does not know',
		changes: { apiToken: 'a-wrong-token' },
		words:
			'The service refused the API token. Enter a valid API Token in the credential. In Yalo Studio, ',
	},
	{
		what: 'an address for notifications at which nobody listens',
		changes: { notificationsBaseUrl: 'http://127.0.0.1:9' },
		words: /No connection .* Check Notifications Base URL/,
	},
	{
		what: 'a redirect',
		fault: { kind: 'redirect', status: 302, location: OTHER_ADDRESS },
		words: /redirected .* Check Analytics/,
	},
	{ what: 'too many calls', fault: responseWith(429), words: 'Press Retry in a minute' },
	{
		what: 'a refused query',
		fault: responseWith(400, { message: 'Why' }),
		// The test runs a query, so its dates may be what the service refuses.
		words: /^The service refused the request\. .*change Date Format in the credential .*: Why$/,
	},
	{
		what: 'a page',
		fault: responseWith(200, '<!doctype html><html><title>Hello</title></html>'),
		words: new RegExp(`did not come from the service\\. It is not JSON: Hello\\. ${CHECK_ADDRESS}`),
	},
	{
		what: 'records that are not objects',
		fault: responseWith(200, { data: [1], status: 200 }),
		words: 'unexpected response',
	},
	{
		what: 'no permission for the query',
		fault: responseWith(200, { message: 'Why', status: 403 }),
		words: /is not open to your account\. .*: Why$/,
	},
	{
		what: 'silence',
		fault: { kind: 'stall' },
		words: 'The connection to the service was silent for too long',
	},
])('tells of $what in plain words within a minute, after one query at most', async (row) => {
	if (row.fault) service.faults.add('query', row.fault);
	const from = performance.now();
	const { status, message } = await testCredential(row.changes);
	expect(performance.now() - from).toBeLessThan(61_000);
	expect(status).toBe('Error');
	expect(message).toMatch(row.words);
	expect(message).not.toMatch(NOTATION);
	expect(message).not.toContain(service.token);
	expect(service.requestsTo('query').length).toBeLessThanOrEqual(1);
});

describe('a token that the service repeats is not shown', () => {
	const { token } = defaultOptions();

	it.each([
		{ place: 'in a success that is not JSON', fault: responseWith(200, `no: ${token}`) },
		{
			place: 'where the long message of a refusal is cut off in the middle of it',
			// At most 400 characters of what the service says are shown.
			fault: responseWith(400, { message: `${'x'.repeat(386)}no: ${token}` }),
		},
	])('$place', async ({ fault }) => {
		service.faults.add('query', fault);
		const { message } = await testCredential();
		expect(message).toContain('no: *****');
		expect(message).not.toContain('test-token');
	});

	it('in the address that the error names', async () => {
		const analyticsBaseUrl = `${service.baseUrl}/${token}`;
		const { message } = await testCredential({ analyticsBaseUrl });
		expect(message).toContain('/*****/dp');
		expect(message).not.toContain('test-token');
	});
});
