import { NEWEST } from '../installation';
import { sharedWorld } from '../world';

/* n8n can forbid its nodes to call addresses inside the network (SSRF protection). Ours keep to it. */

const shared = sharedWorld(NEWEST, { env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } });

it.each([
	{ node: 'Analytics', file: '02-get-rows-or-a-file.json' },
	{ node: 'Notifications', file: '09-tell-customers-of-shipped-orders.json' },
])('$node calls no address that n8n forbids', async ({ file }) => {
	const { n8n, service } = shared();
	const event = { phone: '+5511987650001', name: 'Zoë', order_id: 'A-7', event_id: 'evt-1' };
	const pinData = { 'CRM Event': [{ json: { body: event } }] };
	const { error } = await n8n.execute(file, { pinData });
	expect(error?.message).toBe('n8n did not allow the request to the service');
	expect(error?.description).toContain('restricted IP address');
	expect(service.requests).toEqual([]);
});
