import { NEWEST } from '../installation';
import { chain, CLICK, ours } from '../workflows';
import { sharedWorld } from '../world';

/* n8n can forbid its nodes to call addresses inside the network (SSRF protection). Ours keep to it. */

const shared = sharedWorld(NEWEST, { env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } });

const template = { __rl: true, mode: 'id', value: 'welcome' };

it.each([
	ours('Query', 'analytics', { queryName: 'usage_by_user', limit: 1 }),
	ours('Send', 'notifications', { templateId: template, phone: '+5511987650001' }),
])('$name calls no address that n8n forbids, and says so', async (node) => {
	const { n8n, service } = shared;
	const { error } = await n8n.execute(chain('Forbidden', CLICK, node));
	expect(`${error?.message} ${error?.description}`).toContain('The request was blocked because');
	expect(service.requests).toEqual([]);
});
