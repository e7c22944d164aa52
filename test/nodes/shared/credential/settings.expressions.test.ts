import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../../../engine/runNode';
import { query, runAnalytics } from '../../../support/analyticsNode';
import { runNotifications, users } from '../../../support/notificationsNode';
import { serviceForEach } from '../../../support/serviceForEach';

/* n8n evaluates the expressions of a credential for one item only, so those that depend on the item are an error. */

const service = serviceForEach();

const items = [
	{ json: { phone: '+5511987650001', brand: 'brand-a' } },
	{ json: { phone: '+5511987650002', brand: 'brand-b' } },
];

async function send(
	credential: ICredentialDataDecryptedObject,
	input: Array<{ json: IDataObject }> = items,
): Promise<NodeRun> {
	return await runNotifications(service, {}, { items: input, credential });
}

const ONE_FOR_ALL =
	'The credential is one for the whole run, but an expression in it depends on the item';

it('sends nothing if a field depends on the item, and shows no token', async () => {
	for (const credential of [
		{ accountId: '={{ $json.brand }}' },
		{ flowId: 'flow-{{ $json.brand }}', accountId: '={{ $json.brand }}' },
		{ apiToken: '={{ $json.brand }}-secret' },
	]) {
		const { error } = await send(credential);
		expect(error?.message).toBe(ONE_FOR_ALL);
		expect(JSON.stringify(error)).not.toContain('brand-a');
	}
	expect(service.requests).toEqual([]);
});

it('is an error with a single item too: otherwise it would work until there are two', async () => {
	const { error } = await send({ accountId: '={{ $json.brand }}' }, items.slice(0, 1));
	expect(error?.message).toBe(ONE_FOR_ALL);
});

it.each([
	{ what: 'uses no data of the items', accountId: '={{ "account" + "-1" }}' },
	{ what: 'uses the first item for all', accountId: "={{ $('Input').first().json.account }}" },
])('sends with an expression that $what', async ({ accountId }) => {
	const input = users(2).map(({ json }) => ({ json: { ...json, account: 'account-1' } }));
	const { error, items: sent } = await send({ accountId }, input);
	expect(error).toBeUndefined();
	expect(sent.map(({ json }) => json.status)).toEqual(['accepted', 'accepted']);
	for (const { url } of service.requests) expect(url).toContain('/accounts/account-1/');
});

it('sends no query to an address that depends on the item', async () => {
	const { error } = await runAnalytics(service, query(), {
		items: [{ json: { url: service.baseUrl } }, { json: { url: `${service.baseUrl}/other` } }],
		credential: { analyticsBaseUrl: '={{ $json.url }}' },
	});
	expect(error?.message).toBe(ONE_FOR_ALL);
	expect(service.requests).toEqual([]);
});
