import '../../support/quickWaits';
import { phone, users } from '../../support/notificationsNode';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';
import { CONTINUE } from '../../support/onError';
import { sendFunction, statusesOf } from '../../support/sendNotifications';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

it('accepts a success whose status is nested too deeply to be read', async () => {
	const nested = '['.repeat(20_000) + ']'.repeat(20_000);
	service.notifications.answer = () => ({ body: `{"success":true,"status":${nested}}` });
	const { items, hints } = await send({}, users(2));
	expect(statusesOf(items)).toEqual(['accepted', 'accepted']);
	expect(hints).toEqual(
		expect.arrayContaining([expect.stringContaining('said more than success')]),
	);
});

it('shows what is wrong with a user even if the refusal came after several tries', async () => {
	const details = [{ phone: phone(0), parameter: 'name', description: 'is missing' }];
	const answer = refusedAnswer({ error: 'validation_error', details }, 500);
	service.notifications.answer = () => answer;
	const { items } = await send({}, users(1), CONTINUE);
	expect(service.notifications.requests.length).toBeGreaterThan(1);
	expect(items[0]?.json.description).toContain('name: is missing.');
});
