import type { SendResult } from '../../../nodes/Notifications/api/notificationsApi';
import type { Message, NotificationRequest } from '../../../nodes/Notifications/message/message';
import type { ItemOutcome } from '../../../nodes/Notifications/run';
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

function endedWith(delivery: SendResult['delivery']): SendResult {
	return { status: 'ended', delivery, tries: 1 };
}

interface ProgressRow {
	name: string;
	outcome?: ItemOutcome;
	result?: SendResult;
	progress: string;
}

const accepted: ItemOutcome = { value: { status: 'accepted', message: MESSAGE, fields: {} } };
const alreadySent: ItemOutcome = { value: { status: 'alreadySent', message: MESSAGE, fields: {} } };
const preview: ItemOutcome = { value: { status: 'preview', message: MESSAGE, fields: {} } };

const PROGRESS: ProgressRow[] = [
	{
		name: 'an accepted message as confirmed',
		outcome: accepted,
		progress: 'Of 1 notifications, 1 were confirmed.',
	},
	{
		name: 'a message that was already sent as confirmed',
		outcome: alreadySent,
		progress: 'Of 1 notifications, 1 were confirmed.',
	},
	{ name: 'a message of a preview as not sent', outcome: preview, progress: 'Nothing was sent.' },
	{
		name: 'a failed message as not sent',
		outcome: { error: new Error('No'), message: MESSAGE, mayHaveBeenSent: false },
		progress: 'Nothing was sent.',
	},
	{
		name: 'a failed message that may have been sent as in doubt',
		outcome: { error: new Error('No'), message: MESSAGE, mayHaveBeenSent: true },
		progress: 'Of 1 notifications, 0 were confirmed; up to 1 more may have been sent.',
	},
	{ name: 'a message whose request was not made as not sent', progress: 'Nothing was sent.' },
	{
		name: 'a message whose request was ended before it was sent as not sent',
		result: endedWith('notSent'),
		progress: 'Nothing was sent.',
	},
	{
		name: 'a message whose request was ended under way as in doubt',
		result: endedWith('unknown'),
		progress: 'Of 1 notifications, 0 were confirmed; up to 1 more may have been sent.',
	},
];

describe('the progress of a run that has ended early', () => {
	it.each(PROGRESS)('counts $name', ({ outcome, result, progress }) => {
		const outcomes = outcome ? [outcome] : [];
		const results = new Map(result ? [[REQUEST, result] as const] : []);
		expect(progressOf({ requests: [REQUEST], outcomes, results })).toBe(progress);
	});
});
