import { phone, users } from '../../support/notificationsNode';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';
import { CONTINUE } from '../../support/onError';
import { itemsOf, sendFunction, statusesOf } from '../../support/sendNotifications';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

/** Two items with the same user and the same text, and so with the same nonce. */
function twins(): object[] {
	const [user] = users(1);
	return [{ ...user }, { ...user }];
}

it('skips the second of two items with the same nonce', async () => {
	const { items } = await send({}, twins());
	expect(service.notifications.requests).toHaveLength(1);
	expect(service.ledger.phones).toEqual([phone(0)]);
	expect(statusesOf(items)).toEqual(['accepted', 'skipped']);
	expect(items[1]?.json).toMatchObject({
		status: 'skipped',
		reason: 'Item 0 has the same nonce, and the service sends each nonce once',
	});
});

it('skips the second of two phones of one person, also in a later run', async () => {
	const { items } = await send({}, itemsOf('+5531987654321', '553187654321@c.us'));
	expect(statusesOf(items)).toEqual(['accepted', 'skipped']);
	await send({}, itemsOf('553187654321@c.us'));
	expect(service.ledger.phones).toEqual(['+5531987654321']);
});

it('fails the second of two items in the same way as the first', async () => {
	service.notifications.answer = () => refusedAnswer('No', 400);
	const { items } = await send({}, twins(), CONTINUE);
	expect(items[0]?.json).toMatchObject({ mayHaveBeenSent: false });
	expect(items[1]?.json).toMatchObject({ mayHaveBeenSent: false });
	expect(items[1]?.json.error).toBe('Not sent, because item 0 with the same nonce failed');
});

it('does not say that the service refused the second item if nobody knows what became of the first', async () => {
	service.notifications.answer = () => ({ body: 'not what is expected' });
	const { items } = await send({}, twins(), CONTINUE);
	expect(statusesOf(items)).toEqual(['failed', 'failed']);
	expect(items[0]?.json).toMatchObject({ mayHaveBeenSent: true });
	expect(items[1]?.json).toMatchObject({ mayHaveBeenSent: true });
	expect(items[1]?.json.error).toBe('Not sent, because item 0 with the same nonce failed');
});
