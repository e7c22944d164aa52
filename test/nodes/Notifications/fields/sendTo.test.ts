import type { WorkflowExecuteMode } from 'n8n-workflow';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { phone, users } from '../../../support/notificationsNode';
import { sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';
import { subtitleOf } from '../../../support/subtitle';

const { service, send, refuse } = sendingForEach();

describe('Everyone When Published', () => {
	it.each<WorkflowExecuteMode>(['manual', 'evaluation'])(
		'is a preview in the mode %s, which says so, and how to send',
		async (mode) => {
			const run = await send({ sendTo: 'published' }, users(2), { mode });
			expect(service.notifications.requests).toEqual([]);
			expect(statusesOf(run.items)).toEqual(['preview', 'preview']);
			expect(valuesOf(run.items, 'note')).toEqual([null, null]);
			expect(run.hints.at(-1)).toBe(
				'2 would be sent. This is a preview: nothing was sent. To send, publish the workflow (in n8n 1, switch it to Active), and let its trigger start it: an execution by hand only shows this preview.',
			);
		},
	);

	it.each<WorkflowExecuteMode>([
		'trigger',
		'webhook',
		'integrated',
		'retry',
		'error',
		'cli',
		'chat',
	])('sends in the mode %s', async (mode) => {
		const run = await send({ sendTo: 'published' }, users(2), { mode });
		expect(statusesOf(run.items)).toEqual(['accepted', 'accepted']);
		expect(service.ledger.phones.toSorted()).toEqual([phone(0), phone(1)]);
	});
});

describe.each(['internal', 'agent', 'of a later n8n'])('In the mode %s', (name) => {
	const mode = name as WorkflowExecuteMode;

	it('Everyone When Published is an error, since n8n does not say whether this is a test', async () => {
		const error = await refuse({ sendTo: 'published' }, users(2), { mode });
		expect(error.message).toBe(
			'n8n does not say whether this is a test. Choose Nobody (Preview) to try it, and Everyone once it may send.',
		);
	});

	it.each([
		{ sendTo: 'nobody', status: 'preview', phones: [] },
		{ sendTo: 'everyone', status: 'accepted', phones: [phone(0)] },
		{ sendTo: 'testPhone', status: 'accepted', phones: [phone(9)] },
	])('$sendTo means what it says', async ({ sendTo, status, phones }) => {
		const { items } = await send({ sendTo, testPhone: phone(9) }, users(1), { mode });
		expect(statusesOf(items)).toEqual([status]);
		expect(service.ledger.phones).toEqual(phones);
	});
});

it.each([...['={{ $json.phone }}', '={{ $input.first().json.phone }}']])(
	'a Test Phone that depends on the item is an error, as customers would get the tests: %s',
	async (testPhone) => {
		// A loop gives the node one item at a time.
		for (const count of [1, 2]) {
			const { error } = await send({ sendTo: 'testPhone', testPhone }, users(count));
			expect(error?.message).toBe(
				'Test Phone is one phone for the run, but its expression depends on the item',
			);
		}
		expect(service.notifications.requests).toEqual([]);
	},
);

it('a Test Phone of one of several items of another node is an error as well', async () => {
	const testPhone = "={{ $('Input').item?.json.phone }}";
	const { error } = await send({ sendTo: 'testPhone', testPhone }, users(2));
	expect(error?.message).toContain('its expression depends on the item');
	expect(service.notifications.requests).toEqual([]);
});

it('a Test Phone may be that of the only item of another node, as the editor writes it', async () => {
	const testPhone = `={{ $('Input').item.json.phone }}`;
	const { items } = await send({ sendTo: 'testPhone', testPhone }, users(1));
	expect(statusesOf(items)).toEqual(['accepted']);
});

it.each([
	{ parameters: { sendTo: 'everyone', templateId: 'welcome' }, shown: 'send: welcome' },
	{ parameters: { sendTo: 'testPhone', templateId: 'welcome' }, shown: 'test: welcome' },
	{
		parameters: { sendTo: 'nobody', templateId: { __rl: true, mode: 'list', value: 'welcome' } },
		shown: 'preview: welcome',
	},
	{ parameters: {}, shown: 'when published' },
])('the line below the node on the canvas is "$shown" for $parameters', ({ parameters, shown }) => {
	expect(subtitleOf(new Notifications(), parameters)).toBe(shown);
});
