import type {
	ExecutionError,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { CREDENTIALS } from '../../engine/credentials';
import { nodeOf } from '../../engine/nodes';
import { PassThrough } from '../../engine/PassThrough';
import { startWorkflow } from '../../engine/runWorkflow';
import { credentialFor } from '../../support/credential';
import { users } from '../../support/notificationsNode';
import { sendingForEach } from '../../support/sendNotifications';

/* Test Phone and Max per Run in a loop: Loop Over Items runs a node many times in one execution, with one item each time. */

const { service } = sendingForEach();
const TRIGGER = 'n8n-nodes-base.manualTrigger';
const LOOP = 'test.loop';
const NOTIFY = 'n8n-nodes-chat-commerce.notifications';

/** As Loop Over Items with Batch Size 1: the second output has the next item. */
class Loop implements INodeType {
	description = {
		...new PassThrough('test.loop').description,
		outputs: ['main' as const, 'main' as const],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const context = this.getContext('node');
		const left = (context.left as INodeExecutionData[] | undefined) ?? [...this.getInputData()];
		const next = left.shift();
		context.left = left;
		return next ? [[], [{ json: next.json, pairedItem: 0 }]] : [[{ json: {} }], []];
	}
}

/** @returns the error, if there is one */
async function loopOver(
	items: INodeExecutionData[],
	parameters: INodeParameters,
	type = NOTIFY,
): Promise<ExecutionError | undefined> {
	const usual = { templateId: 'welcome', phone: '={{ $json.phone }}', options: {}, ...parameters };
	const notify = { ...nodeOf('Notify', type, usual), credentials: CREDENTIALS };
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const { result } = await startWorkflow({
		nodes: [nodeOf('Input', TRIGGER), nodeOf('Loop', LOOP), notify],
		connections: {
			Input: { main: [to('Loop')] },
			Loop: { main: [[], to('Notify')] },
			Notify: { main: [to('Loop')] },
		},
		nodeTypes: {
			[TRIGGER]: new PassThrough(TRIGGER),
			[LOOP]: new Loop(),
			[type]: new Notifications(),
		},
		credential: credentialFor(service),
		pinData: { Input: items },
	});
	const { data } = await result;
	return data.resultData.error;
}

it('in a loop over 8 items, the test phone receives 3 messages', async () => {
	await loopOver(users(8), { sendTo: 'testPhone', testPhone: '+5511911111111' });
	expect(service.ledger.phones).toEqual(Array<string>(3).fill('+5511911111111'));
});

it('in a loop over 5 items, Max per Run 2 stops the run before a third message', async () => {
	const error = await loopOver(users(5), { sendTo: 'everyone', options: { maxPerRun: 2 } });
	expect(error?.message).toBe(
		'There are 3 notifications to send, with 2 of earlier runs of this node, and at most 2 may be sent in one execution',
	);
	expect(service.ledger.phones).toHaveLength(2);
});

it.each([
	{ what: 'cannot be used', last: { json: { phone: 'x' } } },
	{ what: 'is refused', last: users(3)[2]! },
])('in a loop, an item that $what does not say that nothing was sent', async ({ last }) => {
	service.notifications.answer = ({ index }) =>
		index === 2 ? { status: 400, body: '{}' } : undefined;
	const error = await loopOver([...users(2), last], { sendTo: 'everyone', sendOnce: 'always' });
	expect(error?.description).toContain('Nothing more was sent.');
	expect(service.ledger.phones).toHaveLength(2);
});

it('a tool of an AI agent does not take a call that sent nothing for an earlier one that did', async () => {
	service.notifications.answer = () => ({ status: 400, body: '{}' });
	const error = await loopOver(users(1), { sendTo: 'everyone' }, `${NOTIFY}Tool`);
	expect(error?.description).toMatch(/ Nothing was sent\.$/);
});
