import { users } from '../../../support/notificationsNode';
import { receivedUsers, sendingForEach } from '../../../support/sendNotifications';

const { service, send, refuse } = sendingForEach();

it.each([
	{
		problem: 'a value of a character that nobody sees',
		label: { key: 'source', value: '\u200b' },
		message: 'Label 1 has no value',
	},
	{
		problem: 'a list as its value',
		label: { key: 'source', value: '={{ [1] }}' },
		message: 'Label 1 > Value is an object or a list',
	},
])('a label with $problem is an error, and nothing is sent', async ({ label, message }) => {
	const error = await refuse({ options: { labels: { values: [label] } } }, users(1));
	expect(error.message).toBe(message);
});

it('a label may leave out a field that is empty, unlike a key of Send Once', async () => {
	const value = "={{ [$json.none, 'crm'].filter((each) => each).join(' ') }}";
	await send({ options: { labels: { values: [{ key: 'source', value }] } } }, users(1));
	expect(receivedUsers(service)[0]?.labels).toEqual([{ key_1: 'source', value_1: 'crm' }]);
});
