import type { WorkflowExecuteMode } from 'n8n-workflow';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { phone, users } from '../../../support/notificationsNode';
import { sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';
import { subtitleOf } from '../../../support/subtitle';

const { service, send } = sendingForEach();

describe('Everyone When Published', () => {
	it('is the default of Send To, whose description says what a sub-workflow does', () => {
		const { properties } = new Notifications().description;
		const field = properties.find(({ name }) => name === 'sendTo');
		expect(field?.default).toBe('published');
		expect(field?.description).toContain('A sub-workflow always sends');
	});

	it.each<WorkflowExecuteMode>(['manual', 'evaluation'])(
		'is a preview in the mode %s, which says so, and how to send',
		async (mode) => {
			const run = await send({ sendTo: 'published' }, users(2), { mode });
			expect(service.notifications.requests).toEqual([]);
			expect(statusesOf(run.items)).toEqual(['preview', 'preview']);
			expect(valuesOf(run.items, 'reason')).toEqual([null, null]);
			expect(run.hints.at(-1)).toBe(
				'2 would be sent. This is a preview: nothing was sent. To send, publish (activate) the workflow, or choose Send To > Everyone.',
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
		'internal',
		'chat',
	])('sends in the mode %s', async (mode) => {
		const run = await send({ sendTo: 'published' }, users(2), { mode });
		expect(statusesOf(run.items)).toEqual(['accepted', 'accepted']);
		expect(service.ledger.phones.toSorted()).toEqual([phone(0), phone(1)]);
	});
});

it('Everyone sends in a manual execution, too', async () => {
	const run = await send({ sendTo: 'everyone' }, users(1), { mode: 'manual' });
	expect(statusesOf(run.items)).toEqual(['accepted']);
});

it('after a test, a second node sends to the users themselves', async () => {
	const test = await send({ sendTo: 'testPhone', testPhone: phone(9) }, users(4));
	expect(service.ledger.phones).toEqual([phone(9), phone(9), phone(9)]);
	const input = test.items.map(({ json }) => ({ json }));
	const { items } = await send({ sendTo: 'everyone' }, input);
	const phonesAfterTest = service.ledger.phones.slice(3);
	expect(phonesAfterTest.toSorted()).toEqual([phone(0), phone(1), phone(2), phone(3)]);
	expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
});

describe('the line below the node on the canvas', () => {
	it.each([
		{
			parameters: { sendTo: 'published', templateId: 'welcome' },
			shown: 'welcome (send when published)',
		},
		{ parameters: { sendTo: 'everyone', templateId: 'welcome' }, shown: 'welcome (send)' },
		{ parameters: { sendTo: 'testPhone', templateId: 'welcome' }, shown: 'welcome (test)' },
		{ parameters: { sendTo: 'nobody', templateId: 'welcome' }, shown: 'welcome (preview)' },
		{
			parameters: { sendTo: 'nobody', templateId: { __rl: true, mode: 'list', value: 'welcome' } },
			shown: 'welcome (preview)',
		},
		{ parameters: {}, shown: ' (send when published)' },
	])('is "$shown" for $parameters', ({ parameters, shown }) => {
		expect(subtitleOf(new Notifications(), parameters)).toBe(shown);
	});
});
