import '../../../support/quickWaits';
import { runNotifications, startNotifications, users } from '../../../support/notificationsNode';
import { ACCEPTS_ALL } from '../../../service/options';
import { addressesOf } from '../../../support/credential';
import { serviceForEach } from '../../../support/serviceForEach';
import { CONTINUE } from '../../../support/onError';

/* What a limit of the service means for later requests, and what is known of requests after Stop. */

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

it('says that later requests were not sent, even if the one before them may have been', async () => {
	let tries = 0;
	service.notifications.answer = () => {
		tries += 1;
		return tries === 1 ? { status: 500 } : { status: 429, headers: AN_HOUR };
	};
	const { items } = await runNotifications(service, {}, { items: users(40), ...CONTINUE });
	const notSent = items.filter(({ json }) => (json.note as string).includes('Not sent: '));
	expect(notSent.length).toBeGreaterThan(0);
	for (const { json } of notSent) expect(json.mayHaveBeenSent).toBe(false);
});

it('says after Stop that nothing was sent, if no connection could be made', async () => {
	// Nobody listens there.
	const addresses = { ...addressesOf(service), notificationsUrl: 'http://127.0.0.1:9' };
	const { result, stop } = await startNotifications(addresses, {}, { items: users(3) });
	await new Promise((resolve) => {
		setTimeout(resolve, 300);
	});
	stop();
	const { error } = await result;
	expect(error?.message).toBe('The execution was canceled. Nothing was sent.');
});
