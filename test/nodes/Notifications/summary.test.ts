import type { Message, NotificationRequest } from '../../../nodes/Notifications/message/message';
import type { Result } from '../../../nodes/Notifications/message/result';
import { progressOf } from '../../../nodes/Notifications/summary';

const MESSAGE: Message = {
	itemIndex: 0,
	accountId: 'account',
	flowId: 'flow',
	template: 'welcome',
	phone: '+5511900000001',
	user: { phone: '+5511900000001', nonce: 'n', params: {} },
	recipientKey: '+5511900000001',
	sendOnce: 'ever',
	contentWarnings: [],
	templateWarnings: [],
};
const REQUEST: NotificationRequest = {
	accountId: 'account',
	flowId: 'flow',
	template: 'welcome',
	messages: [MESSAGE],
	hasNonces: true,
};

const PROGRESS: Array<{ name: string; result?: Result; progress: string }> = [
	{
		name: 'an accepted message as confirmed',
		result: {
			status: 'accepted',
			notificationId: null,
			messageIds: null,
			response: null,
			saysMore: false,
		},
		progress: 'Of 1 notifications, 1 were confirmed.',
	},
	{
		name: 'a message that was already sent as confirmed',
		result: { status: 'alreadySent', reason: 'The service has it' },
		progress: 'Of 1 notifications, 1 were confirmed.',
	},
	{
		name: 'a message of a preview as not sent',
		result: {
			status: 'preview',
			reason: 'Nothing was sent',
			preview: null,
			warnings: null,
			user: MESSAGE.user,
			request: null,
		},
		progress: 'Nothing was sent.',
	},
	{
		name: 'a failed message as not sent',
		result: { status: 'failed', error: new Error('No'), mayHaveBeenSent: false },
		progress: 'Nothing was sent.',
	},
	{
		name: 'a failed message that may have been sent as in doubt',
		result: { status: 'failed', error: new Error('No'), mayHaveBeenSent: true },
		progress: 'Of 1 notifications, 0 were confirmed; up to 1 more may have been sent.',
	},
	{ name: 'a message whose request was not made as not sent', progress: 'Nothing was sent.' },
];

describe('the progress of a run that has ended early', () => {
	it.each(PROGRESS)('counts $name', ({ result, progress }) => {
		const results = result ? [result] : [];
		expect(progressOf({ requests: [REQUEST], results })).toBe(progress);
	});
});
