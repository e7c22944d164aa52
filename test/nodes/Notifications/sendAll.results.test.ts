import '../../support/quickWaits';
import type { INodeParameters } from 'n8n-workflow';
import { definedBelow, users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { sendingForEach } from '../../support/sendNotifications';
import { refusedAnswer } from '../../service/notificationsEndpoint';

/*
 * What the output says of a notification that may have been sent. After which responses it is sent again, and whether what
 * the output says is true, is tested in contract/faults.test.ts and execute.exactlyOnce.test.ts.
 */

const { service, send } = sendingForEach();

describe('what to do about a notification that may have been sent', () => {
	const failWith = async (parameters: INodeParameters) => {
		service.notifications.answer = () => refusedAnswer('No', 500);
		const { items } = await send(parameters, users(1), CONTINUE);
		return items[0]?.json.note;
	};

	it('is to run it again, if the service knows it again', async () => {
		const note = await failWith({ sendOnce: 'perId', eventId: 'o-1' });
		expect(note).toContain('It is safe to run this again');
	});

	it.each([
		{ sendOnce: 'always' },
		{ sendOnce: 'perId', eventId: '=o-{{ $execution.id }}' },
		definedBelow({ at: '={{ $now.toISO() }}' }),
	])('is to check it first, if a later run sends another one: %j', async (parameters) => {
		const note = await failWith(parameters);
		expect(note).toContain('Check who received it before you run this again');
	});
});
