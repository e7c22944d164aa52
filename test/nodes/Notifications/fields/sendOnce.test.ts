import { users } from '../../../support/notificationsNode';
import { sendingForEach } from '../../../support/sendNotifications';

/* What counts for a nonce is frozen in `frozenNonces.test.ts`, and tested in `message/nonce.test.ts`. */

const { send } = sendingForEach();

it('Once a Day is an error in a time zone that does not exist, as the day is not known', async () => {
	const { error } = await send({}, users(2), { timeZone: 'GMT+2' });
	expect(error?.message).toBe('The time zone of the workflow is unknown: GMT+2');
});
