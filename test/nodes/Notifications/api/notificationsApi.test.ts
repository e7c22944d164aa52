import '../../../support/quickWaits';
import net from 'node:net';
import {
	phone,
	runNotifications,
	startNotifications,
	users,
} from '../../../support/notificationsNode';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

/* What the limits of one account mean for later requests, and what Stop says of requests. */

const service = serviceForEach(ACCEPTS_ALL);

const ofAccounts = (...accounts: string[]) =>
	accounts.map((account, index) => ({ json: { phone: phone(index), account } }));

const ACCOUNT_OF_ITEM = { options: { accountId: '={{ $json.account }}' } };
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const AN_HOUR = { 'Retry-After': '3600' };

it('fails at once if the service asks to wait for an hour, and says how long', async () => {
	service.notifications.answer = () => ({ status: 429, headers: AN_HOUR });
	const { items } = await runNotifications(service, {}, { items: users(40), ...CONTINUE });
	for (const { json } of items) {
		expect(json.error).toBe(
			'The service is receiving too many requests and asks to wait 60 minutes',
		);
		expect(json.mayHaveBeenSent).toBe(false);
	}
	// Only those that were under way with the first one.
	expect(service.notifications.requests.length).toBeLessThanOrEqual(16);
	expect(items.at(-1)?.json.description).toContain('This request was not sent');
});

it('waits for a minute, if that is what the service asks, and notifies everybody once', async () => {
	service.notifications.answer = ({ index }) =>
		index === 0 ? { status: 429, headers: { 'Retry-After': '60' } } : {};
	const { items } = await runNotifications(service, {}, { items: users(2) });
	expect(items.map(({ json }) => json.status)).toEqual(['accepted', 'accepted']);
	expect([...service.ledger.phones].sort()).toEqual([phone(0), phone(1)]);
});

it('sends for other accounts, whatever the limit of one', async () => {
	service.notifications.answer = ({ accountId }) =>
		accountId === 'full' ? { status: 429, headers: AN_HOUR } : undefined;
	const accounts = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'full' : 'free'));
	const items = ofAccounts(...accounts);
	const run = await runNotifications(service, ACCOUNT_OF_ITEM, { items, ...CONTINUE });
	const expected = accounts.map((account) => (account === 'full' ? undefined : 'accepted'));
	const statuses = run.items.map(({ json }) =>
		json.status === 'accepted' ? 'accepted' : undefined,
	);
	expect(statuses).toEqual(expected);
	expect(service.ledger.phones).toHaveLength(20);
});

it('says that later requests were not sent, even if the one before them may have been', async () => {
	let tries = 0;
	service.notifications.answer = () => {
		tries += 1;
		return tries === 1 ? { status: 500 } : { status: 429, headers: AN_HOUR };
	};
	const { items } = await runNotifications(service, {}, { items: users(40), ...CONTINUE });
	const notSent = items.filter(({ json }) => (json.description as string).includes('was not sent'));
	expect(notSent.length).toBeGreaterThan(0);
	for (const { json } of notSent) expect(json.mayHaveBeenSent).toBe(false);
});

it('says after Stop that nothing was sent, if no connection could be made', async () => {
	const closed = net.createServer();
	await new Promise<void>((resolve) => {
		closed.listen(0, '127.0.0.1', resolve);
	});
	const { port } = closed.address() as net.AddressInfo;
	await new Promise((resolve) => closed.close(resolve));
	const addresses = {
		baseUrl: `http://127.0.0.1:${port}`,
		notificationsUrl: `http://127.0.0.1:${port}`,
		token: 'token-of-the-tests',
		accountId: 'account-1',
		flowId: 'flow-1',
	};
	const { result, stop } = await startNotifications(addresses, {}, { items: users(3) });
	await new Promise((resolve) => {
		setTimeout(resolve, 300);
	});
	stop();
	const { error } = await result;
	expect(error?.message).toBe('The execution was canceled. Nothing was sent.');
});
