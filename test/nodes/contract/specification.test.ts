import { QUERY_NAMES } from '../../../nodes/Analytics/queries';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { credentialFor } from '../../support/credential';
import { phone, runNotifications, users } from '../../support/notificationsNode';
import { serviceOfEachTest } from '../../support/serviceOfEachTest';

/*
 * What the specification shows of requests. What it says of answers, and leaves open, is in
 * test/readings; the calls of the analytics service are in Analytics/transport/analyticsApi.test.ts.
 */

const service = serviceOfEachTest();

const headers = () => ({
	authorization: `Bearer ${service.token}`,
	'content-type': 'application/json',
});

it('1.2, 4 each of the 17 queries, inline and as a bulk export, with token and content type', async () => {
	const items = QUERY_NAMES.map((queryName) => ({ json: { queryName } }));
	for (const parameters of [query(), bulkExport()]) {
		const each = { ...parameters, queryName: '={{ $json.queryName }}' };
		expect((await runAnalytics(service, each, { items })).error).toBeUndefined();
	}
	const asked = [...service.jobs.values()].map(({ request }) => request.queryName);
	expect(new Set(asked).size).toBe(17);
	const { length } = service.requests;
	expect(service.requests).toMatchObject(Array(length).fill({ headers: headers() }));
});

it.each(['global', 'india'])('2.6, 4.6 a notification, and its output: %s', async (region) => {
	const assignments = [
		{ id: '1', name: 'name', value: '={{ $json.name }}', type: 'string' },
		{ id: '2', name: 'order_id', value: 1042, type: 'number' },
	];
	const values = [
		{ key: 'source', value: 'crm' },
		{ key: 'tier', value: '={{ 1 }}' },
		{ key: 'none', value: '={{ null }}' },
	];
	const labels = [
		{ key_1: 'source', value_1: 'crm' },
		{ key_2: 'tier', value_2: '1' },
		{ key_3: 'none', value_3: '' },
	];
	const templateId = 'order_shipped';
	const sent = { templateId, paramAssignments: { assignments }, labels: { values } };
	const credential = { ...credentialFor(service), region };
	const given = { items: users(2), credential };
	const { items, hints } = await runNotifications(service, sent, given);
	const nonces = items.map(({ json }) => json.nonce);
	expect(nonces).toEqual([0, 1].map(() => expect.stringMatching(/^[0-9a-f]{64}$/) as string));
	const received = [0, 1].map((at) => ({
		phone: phone(at),
		nonce: nonces[at],
		params: { name: `User ${at}`, order_id: '1042' },
		labels,
	}));
	const url = '/notifications/api/v1/accounts/account-1/bots/flow-1/notifications';
	expect(service.requests).toMatchObject([{ method: 'POST', url, headers: headers() }]);
	expect(service.requests[0]?.body).toEqual({ type: templateId, users: received });
	expect(service.ledger.entries).toMatchObject([{ region }, { region }]);
	const output = (at: number) => ({ phone: phone(at), nonce: nonces[at], name: `User ${at}` });
	const json = { status: 'accepted', template: templateId, requestIndex: 0 };
	expect(items.map((item) => [item.json, item.pairedItem])).toEqual(
		[0, 1].map((item) => [{ ...json, ...output(item) }, { item }]),
	);
	expect(hints).toEqual([]);
});
