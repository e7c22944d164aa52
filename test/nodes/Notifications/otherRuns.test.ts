import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { CREDENTIALS } from '../../engine/credentials';
import { nodeOf } from '../../engine/nodes';
import { PassThrough } from '../../engine/PassThrough';
import { startWorkflow } from '../../engine/runWorkflow';
import { credentialFor } from '../../support/credential';
import { phone, users } from '../../support/notificationsNode';
import { loopOver, NOTIFY, TOOL } from '../../support/loopOver';
import { sendingForEach } from '../../support/sendNotifications';

/*
 * Test Phone, Max per Run and nonces in a loop: Loop Over Items runs a node many times in one execution, with one item each
 * time. Another Send node of the workflow may have sent a nonce, too.
 */

const { service, send } = sendingForEach();

it('in a loop over 8 items, the test phone receives 3 messages', async () => {
	await loopOver(service, users(8), { sendTo: 'testPhone', testPhone: '+5511911111111' });
	expect(service.ledger.phones).toEqual(Array<string>(3).fill('+5511911111111'));
});

it('in a loop over 5 items, Max per Run 2 stops the run before a third message', async () => {
	const { error } = await loopOver(service, users(5), {
		sendTo: 'everyone',
		options: { maxPerRun: 2 },
	});
	expect(error?.message).toBe(
		'There are 3 notifications to send, with 2 of earlier runs of this node, and at most 2 may be sent in one execution',
	);
	expect(service.ledger.phones).toHaveLength(2);
});

it('in a loop, a message that was refused does not count for Max per Run', async () => {
	service.notifications.answer = ({ index }) =>
		index === 0 ? { status: 400, body: '{}' } : undefined;
	const parameters = { sendTo: 'everyone', sendOnce: 'always', options: { maxPerRun: 2 } };
	const { items } = await loopOver(service, [users(1)[0]!, ...users(2)], parameters, {
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.status)).toEqual(['failed', 'accepted', 'accepted']);
});

it.each([
	{ what: 'cannot be used', last: { json: { phone: 'x' } } },
	{ what: 'is refused', last: users(3)[2]! },
])('in a loop, an item that $what does not say that nothing was sent', async ({ last }) => {
	service.notifications.answer = ({ index }) =>
		index === 2 ? { status: 400, body: '{}' } : undefined;
	const { error } = await loopOver(service, [...users(2), last], {
		sendTo: 'everyone',
		sendOnce: 'always',
	});
	expect(error?.description).toContain('Nothing more was sent.');
	expect(service.ledger.phones).toHaveLength(2);
});

it.each([
	{ mode: 'integrated', says: 'Nothing more was sent.' },
	{ mode: 'retry', says: 'Nothing more was sent.' },
	{ mode: 'trigger', says: 'Nothing was sent.' },
] as const)(
	'an error of the mode $mode, which may go on with what another execution has sent, says: $says',
	async ({ mode, says }) => {
		const { error } = await loopOver(service, [{ json: { phone: 'x' } }], {}, { mode });
		expect(error?.description).toContain(says);
	},
);

it.each([
	{ sendOnce: 'always', isSaid: true },
	{ sendOnce: 'perDay', isSaid: false },
])(
	'the error of a run that has sent something says whether a Retry would send it again: $sendOnce',
	async ({ sendOnce, isSaid }) => {
		service.notifications.answer = ({ users: [user] }) => {
			return user?.phone === phone(1) ? { status: 400, body: '{}', waitMs: 300 } : undefined;
		};
		const { error } = await send({ sendOnce }, users(2));
		expect(error?.description).toContain('Of 2 notifications, 1 were confirmed.');
		expect(error?.description?.includes('would send them again')).toBe(isSaid);
	},
);

it.each(['={{ $json.company }}', '={{ $execution.id }}'])(
	'in a loop, a nonce that belongs to somebody else is an error: %s',
	async (nonce) => {
		const items = users(3).map(({ json }) => ({ json: { ...json, company: 'ACME' } }));
		const parameters = { sendTo: 'everyone', sendOnce: 'nonce', nonce };
		const { error } = await loopOver(service, items, parameters);
		expect(error?.message).toContain('is also used by an earlier message of this execution');
		expect(service.ledger.phones).toHaveLength(1);
	},
);

it('in a loop, a preview shows that a nonce belongs to somebody else', async () => {
	const parameters = { sendTo: 'nobody', sendOnce: 'nonce', nonce: '={{ $execution.id }}' };
	const { items } = await loopOver(service, users(2), parameters, {
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.status)).toEqual(['preview', 'failed']);
});

it('in a loop, a nonce that was refused may be that of somebody else', async () => {
	service.notifications.answer = ({ index }) =>
		index === 0 ? { status: 400, body: '{}' } : undefined;
	const parameters = { sendTo: 'everyone', sendOnce: 'nonce', nonce: '={{ $execution.id }}' };
	const { items } = await loopOver(service, users(2), parameters, {
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.status)).toEqual(['failed', 'accepted']);
});

it('in a loop, the same person may have the same nonce again', async () => {
	const [item] = users(1) as [ReturnType<typeof users>[0]];
	const parameters = { sendTo: 'everyone', sendOnce: 'nonce', nonce: '={{ $json.phone }}' };
	const { error } = await loopOver(service, [item, item], parameters);
	expect(error).toBeUndefined();
	expect(service.ledger.phones).toHaveLength(1);
});

it('a nonce that another node of the workflow has sent is an error for another template, not for the same; a preview sends none', async () => {
	const trigger = 'n8n-nodes-base.manualTrigger';
	const notify = (name: string, templateId: string, sendTo = 'everyone') => {
		const parameters = { templateId, phone: '={{ $json.phone }}', sendTo, options: {} };
		const byPhone = { ...parameters, sendOnce: 'nonce', nonce: '={{ $json.phone }}' };
		return { ...nodeOf(name, NOTIFY, byPhone), credentials: CREDENTIALS };
	};
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	const { result } = await startWorkflow({
		nodes: [
			nodeOf('Input', trigger),
			notify('Preview', 'another', 'nobody'),
			notify('Confirm', 'welcome'),
			notify('Again', 'welcome'),
			notify('Ship', 'shipped'),
		],
		connections: {
			Input: to('Preview'),
			Preview: to('Confirm'),
			Confirm: to('Again'),
			Again: to('Ship'),
		},
		nodeTypes: { [trigger]: new PassThrough(trigger), [NOTIFY]: new Notifications() },
		credential: credentialFor(service),
		pinData: { Input: users(1) },
	});
	const { resultData, executionData } = (await result).data;
	const { error, lastNodeExecuted } = resultData;
	expect(lastNodeExecuted).toBe('Ship');
	// n8n stores this with the execution, so that it outlasts a Wait. The phone is only in the nonce.
	const stored = JSON.stringify(executionData?.contextData);
	expect(stored).toContain(`"nonce ${phone(0)}":`);
	expect(stored.split(phone(0))).toHaveLength(3);
	expect(error?.message).toContain('is also used by an earlier message of this execution');
	expect(service.ledger.phones).toHaveLength(1);
});

it('a tool of an AI agent does not take a call that sent nothing for an earlier one that did', async () => {
	service.notifications.answer = () => ({ status: 400, body: '{}' });
	const { error } = await loopOver(service, users(1), { sendTo: 'everyone' }, { type: TOOL });
	expect(error?.description).toMatch(/ Nothing was sent\.$/);
});
