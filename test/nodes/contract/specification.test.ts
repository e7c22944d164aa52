import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import type { RunOptions } from '../../support/nodeRuns';
import { phone, runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* A test for each statement of the specification that the nodes touch; refusals are in faults.test.ts. */

const service = serviceForEach();

const analytics = async (parameters: INodeParameters) => await runAnalytics(service, parameters);
const notify = async (parameters: INodeParameters = {}, options: RunOptions = {}) =>
	await runNotifications(service, parameters, { items: users(2), ...options });

const BASE = '/dp/data-api/v1/private/analytics';

it('2.6 type, users, phone, nonce, params and labels; an item for each user', async () => {
	const name = { id: '1', name: 'name', value: '={{ $json.name }}', type: 'string' };
	const order = { id: '2', name: 'order_id', value: 1042, type: 'string' };
	const assignments = [name].concat(order as never);
	const source = { key: 'source', value: 'crm' };
	const values = [source].concat({ key: 'tier', value: '={{ $itemIndex }}' });
	const templateId = 'order_shipped';
	const sent = { templateId, paramAssignments: { assignments }, options: { labels: { values } } };
	const { items, hints } = await notify(sent);
	const nonces = items.map(({ json }) => json.nonce);
	expect(nonces).toEqual([0, 1].map(() => expect.stringMatching(/^[0-9a-f]{64}$/) as string));
	expect(service.requests.map(({ body }) => body)).toEqual(
		[0, 1].map((at) => {
			const params = { name: `User ${at}`, order_id: '1042' };
			const tier = { key_2: 'tier', value_2: String(at) };
			const labels = [{ key_1: 'source', value_1: 'crm' } as object].concat(tier);
			return { type: templateId, users: [{ phone: phone(at), nonce: nonces[at], params, labels }] };
		}),
	);
	const output = (at: number) => ({ phone: phone(at), nonce: nonces[at], name: `User ${at}` });
	const ids = { notificationId: expect.any(String) as string, messageIds: [expect.any(String)] };
	const json = { status: 'accepted', template: templateId, ...ids };
	const all = [0, 1].map((item) => [{ ...json, ...output(item) }, { item }]);
	expect(items.map((item) => [item.json, item.pairedItem])).toEqual(all);
	expect(hints.map(({ message }) => message)).toEqual([
		'2 accepted, in 2 requests. If this message was already sent to this phone today, it was not sent again.',
	]);
});

it('4 methods, paths, their order and headers', async () => {
	await analytics(query());
	await analytics(bulkExport({ options: { columnNames: 'secondRow' } }));
	await notify({}, { items: users(1) });
	const [jobId] = service.jobs.keys();
	expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		`POST ${BASE}/querying`,
		`POST ${BASE}/querying?bulkCopy=true`,
		...Array<string>(3).fill(`GET ${BASE}/bulk-copy/jobs/${jobId}`),
		`GET ${BASE}/bulk-copy/jobs/download-file/${jobId}`,
		'POST /notifications/api/v1/accounts/account-1/bots/flow-1/notifications',
	]);
	const authorization = `Bearer ${service.token}`;
	const headers = { authorization, 'content-type': 'application/json' };
	expect(service.requests).toMatchObject(Array(7).fill({ headers }));
});
