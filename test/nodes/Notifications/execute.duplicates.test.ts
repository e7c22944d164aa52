import { users } from '../../support/notificationsNode';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { CONTINUE } from '../../support/onError';
import { itemsOf, sendingForEach, statusesOf, valuesOf } from '../../support/sendNotifications';

const { service, send } = sendingForEach();

it('skips the second of two phones of one person, also in a later run', async () => {
	const { items } = await send({}, itemsOf('+5531987654321', '553187654321@c.us'));
	expect(statusesOf(items)).toEqual(['accepted', 'skipped']);
	await send({}, itemsOf('553187654321@c.us'));
	expect(service.ledger.phones).toEqual(['+5531987654321']);
});

it.each([
	{ answer: refusedAnswer('No', 400), mayHaveBeenSent: false },
	{ answer: { body: 'not what is expected' }, mayHaveBeenSent: true },
])('fails the second of two items as the first: $answer', async ({ answer, mayHaveBeenSent }) => {
	service.notifications.answer = () => answer;
	const { items } = await send({}, [...users(1), ...users(1)], CONTINUE);
	expect(statusesOf(items)).toEqual(['failed', 'failed']);
	expect(valuesOf(items, 'mayHaveBeenSent')).toEqual([mayHaveBeenSent, mayHaveBeenSent]);
	expect(items[1]?.json.note).toContain('same message as item 0, which failed');
});
