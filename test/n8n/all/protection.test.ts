import { type Service, startService } from '../../service/service';
import { startWholeN8n, type WholeN8n } from '../wholeN8n';

/* n8n can forbid its nodes addresses inside the network (SSRF protection). Ours keep to it. */

let service: Service;
let n8n: WholeN8n;

beforeAll(async () => {
	service = await startService();
	n8n = await startWholeN8n(service, { env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } });
});

afterAll(async () => {
	await n8n?.stop();
	await service?.close();
});

it.each([
	['Analytics', '02-get-rows-or-a-file.json'],
	['Notifications', '09-tell-customers-of-shipped-orders.json'],
])('%s reaches no address that n8n forbids', async (_, file) => {
	const event = { phone: '+5511987650001', name: 'Zoë', order_id: 'A-7', event_id: 'evt-1' };
	const pinData = { 'CRM Event': [{ json: { body: event } }] };
	const { error } = await n8n.execute(file, { pinData });
	expect(error?.message).toBe('n8n did not allow the request to the service');
	expect(error?.description).toContain('restricted IP address');
	expect(service.requests).toEqual([]);
});
