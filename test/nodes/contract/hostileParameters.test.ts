import { query } from '../../support/analyticsNode';
import { runEitherNode } from '../../support/eitherNode';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * Expressions, imported workflows and AI agents can put anything into a field. It is either sent for what it is, or it
 * is an error that names the field, before anything is sent.
 */

const service = serviceForEach();

/** `what` completes the sentence "The node refuses …". */
const REFUSED = [
	{
		what: 'a property of all objects as Date Range',
		parameters: query({ dateRange: '__proto__' }),
		message: 'Date Range is not valid',
	},
	{
		what: 'a property of all objects as Operation',
		parameters: { resource: 'bulkExport', operation: '__proto__', jobId: 'a' },
		message: 'There is no operation "__proto__"',
	},
	{
		what: 'a header of HTTP in Account ID',
		parameters: { resource: 'notification', options: { accountId: '={{ "a\\r\\nX: y" }}' } },
		message: 'Account ID is not valid',
	},
	{
		what: 'a path to another endpoint in Flow ID',
		parameters: { resource: 'notification', options: { flowId: 'x/../../y' } },
		message: 'Flow ID is not valid',
	},
	{
		what: 'an object as the name of a parameter',
		parameters: {
			resource: 'notification',
			paramAssignments: { assignments: [{ name: '={{ ({}) }}', value: 'x' }] },
		},
		message: 'parameter has no name',
	},
	{
		what: 'a number in place of the list of parameters',
		parameters: {
			resource: 'notification',
			paramAssignments: '={{ ({ assignments: 7 }) }}',
		},
		message: 'Parameters to Send',
	},
];

it.each(REFUSED)('the node refuses $what before it sends anything', async (refused) => {
	const { error, items } = await runEitherNode(service, refused.parameters);
	expect(error?.message).toContain(refused.message);
	// The words of the library that checks values mean nothing to a user.
	expect(error?.description).not.toMatch(/Invalid input|Expected |Required/);
	expect(`${error?.message} ${error?.description}`.length).toBeLessThan(1_000);
	expect(items).toEqual([]);
	expect(service.requests).toEqual([]);
});

/** Encoded or look-alike dots and slashes, and characters that a URL gives a meaning. */
const UNUSUAL_IDS = ['%2e%2e', '%2Fx', '．．／x', '\u2024\u2024\u2215x', 'é@:; b', '😀'];

it.each(UNUSUAL_IDS)('the ID %j stays one segment of the path', async (id) => {
	const segment = encodeURIComponent(id);
	await runEitherNode(service, { resource: 'bulkExport', operation: 'getStatus', jobId: id });
	await runEitherNode(service, {
		resource: 'notification',
		options: { accountId: id, flowId: id },
	});
	expect([...new Set(service.requests.map(({ url }) => url))]).toEqual([
		`/dp/data-api/v1/private/analytics/bulk-copy/jobs/${segment}`,
		`/notifications/api/v1/accounts/${segment}/bots/${segment}/notifications`,
	]);
});

it('names such as __proto__, and texts with headers of HTTP, are sent in the body alone', async () => {
	const text = '"}\r\nX-Injected: 1\r\n\r\n{"\u2028\u0000';
	const paramsJson = `{ "__proto__": "a", "constructor": ${JSON.stringify(text)} }`;
	await runEitherNode(service, { resource: 'notification', paramsMode: 'json', paramsJson });
	const [sent] = service.ledger.entries;
	expect(Object.entries(sent?.params ?? {})).toEqual([
		['__proto__', 'a'],
		['constructor', text],
	]);
	expect(service.requests[0]?.headers).not.toHaveProperty('x-injected');
});
