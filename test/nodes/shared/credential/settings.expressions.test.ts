import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../../../engine/runNode';
import { runNotifications, users } from '../../../support/notificationsNode';
import { serviceForEach } from '../../../support/serviceForEach';

/*
 * n8n evaluates the expressions of a credential for one item only, so those that depend on the item are an error. Both nodes
 * read it by the same function.
 */

const service = serviceForEach();

const items = [
	{ json: { phone: '+5511987650001', brand: 'brand-a' } },
	{ json: { phone: '+5511987650002', brand: 'brand-b' } },
];

async function send(
	credential: ICredentialDataDecryptedObject,
	input: Array<{ json: IDataObject }>,
): Promise<NodeRun> {
	return await runNotifications(service, {}, { items: input, credential });
}

const ONE_FOR_ALL =
	'The credential is one for the whole run, but an expression in it depends on the item';

it.each([
	{ what: 'the Account ID', credential: { accountId: '={{ $json.brand }}' }, input: items },
	{ what: 'the token', credential: { apiToken: '={{ $json.brand }}-secret' }, input: items },
	// Otherwise it would work until there are two.
	{
		what: 'a field, with a single item',
		credential: { accountId: '={{ $json.brand }}' },
		input: items.slice(0, 1),
	},
])('sends nothing if $what depends on the item, and shows no token', async (row) => {
	const { error } = await send(row.credential, row.input);
	expect(error?.message).toBe(ONE_FOR_ALL);
	expect(JSON.stringify(error)).not.toContain('brand-a');
	expect(service.requests).toEqual([]);
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
