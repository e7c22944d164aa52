import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { definedBelow, phone, runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* What the nodes send, and in which form, as the specification of the service shows it. Refusals: faults.test.ts. */

const service = serviceForEach();

it('a notification has type, users, phone, nonce, params and labels, and each user gets an item', async () => {
	const { items } = await runNotifications(
		service,
		{
			templateId: 'order_shipped',
			...definedBelow({ name: '={{ $json.name }}', order_id: '={{ 1042 }}' }),
			options: {
				labels: {
					values: [
						{ key: 'source', value: 'crm' },
						{ key: 'tier', value: '={{ $itemIndex }}' },
					],
				},
			},
		},
		{ items: users(2) },
	);

	const nonces = items.map(({ json }) => json.nonce);
	const isNonce: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
	expect(nonces).toEqual([isNonce, isNonce]);
	const isText: unknown = expect.any(String);
	for (const [index, { json, pairedItem }] of items.entries()) {
		expect(service.requests[index]?.body).toEqual({
			type: 'order_shipped',
			users: [
				{
					phone: phone(index),
					nonce: nonces[index],
					params: { name: `User ${index}`, order_id: '1042' },
					labels: [
						{ key_1: 'source', value_1: 'crm' },
						{ key_2: 'tier', value_2: String(index) },
					],
				},
			],
		});
		expect(json).toMatchObject({
			phone: phone(index),
			name: `User ${index}`,
			status: 'accepted',
			template: 'order_shipped',
			text: `name: User ${index}, order_id: 1042`,
			nonce: nonces[index],
			notificationId: isText,
			messageIds: isText,
		});
		expect(pairedItem).toEqual({ item: index });
	}
	expect(service.requests).toHaveLength(2);
});

it('requests have the methods, paths and headers of the specification, in this order', async () => {
	await runAnalytics(service, query());
	await runAnalytics(service, bulkExport({ options: { columnNames: 'secondRow' } }));
	await runNotifications(service, {}, { items: users(1) });
	const [jobId] = service.jobs.keys();
	const analytics = '/dp/data-api/v1/private/analytics';
	expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		`POST ${analytics}/querying`,
		`POST ${analytics}/querying?bulkCopy=true`,
		`GET ${analytics}/bulk-copy/jobs/${jobId}`,
		`GET ${analytics}/bulk-copy/jobs/${jobId}`,
		`GET ${analytics}/bulk-copy/jobs/${jobId}`,
		`GET ${analytics}/bulk-copy/jobs/download-file/${jobId}`,
		'POST /notifications/api/v1/accounts/account-1/bots/flow-1/notifications',
	]);
	for (const { headers } of service.requests) {
		expect(headers).toMatchObject({
			authorization: `Bearer ${service.token}`,
			'content-type': 'application/json',
		});
	}
});
