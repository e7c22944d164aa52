import '../../../support/quickWaits';
import { runNotifications, users } from '../../../support/notificationsNode';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';
import { CONTINUE } from '../../../support/onError';

/* What a limit of the service means for later requests. */

const service = serviceForEach(ACCEPTS_ALL);

const AN_HOUR = { 'Retry-After': '3600' };

it('fails at once if the service asks to wait for an hour, and says how long', async () => {
	service.notifications.answer = () => ({ status: 429, headers: AN_HOUR });
	const from = performance.now();
	const { items } = await runNotifications(service, {}, { items: users(40), ...CONTINUE });
	expect(performance.now() - from).toBeLessThan(60_000);
	expect(items).toHaveLength(40);
	for (const { json } of items) {
		expect(json.note).toContain('asks to wait 60 minutes');
		expect(json.mayHaveBeenSent).toBe(false);
	}
	// Only those are sent that are under way, or wait for their turn, when the first response comes.
	expect(service.notifications.requests.length).toBeLessThanOrEqual(16);
	expect(items.at(-1)?.json.note).toContain('Not sent: ');
});

it('sends for other accounts, whatever the limit of one', async () => {
	service.notifications.answer = ({ accountId }) =>
		accountId === 'full' ? { status: 429, headers: AN_HOUR } : undefined;
	const input = users(40).map(({ json }, index) => {
		return { json: { ...json, account: index % 2 === 0 ? 'full' : 'free' } };
	});
	const parameters = { options: { accountId: '={{ $json.account }}' } };
	const { items } = await runNotifications(service, parameters, { items: input, ...CONTINUE });
	expect(items).toHaveLength(40);
	for (const { json } of items) {
		expect(json.status).toBe(json.account === 'full' ? 'failed' : 'accepted');
	}
	expect(service.ledger.phones).toHaveLength(20);
});

it('a request that may have been carried out is sent once, even if the service also says "too many requests"', async () => {
	const body = { success: true, message: 'Request failed with status code 429' };
	service.notifications.answer = () => ({ status: 500, body, notifies: 1 });
	const parameters = { sendOnce: 'always' };
	const { items } = await runNotifications(service, parameters, { items: users(1), ...CONTINUE });
	expect(service.ledger.phones).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({ status: 'failed', mayHaveBeenSent: true });
});
