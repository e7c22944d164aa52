import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { users } from '../../../support/notificationsNode';
import { valuesOf, sendFunction, statusesOf } from '../send';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);
const TEMPLATES = JSON.stringify([
	{ id: 'welcome', text: 'Welcome!' },
	{ id: 'order_shipped', text: 'Hello {{name}}, {{order_id}} has shipped' },
	{ id: 'no_text' },
]);
const credential = { templates: TEMPLATES };

describe('a template that the credential does not list', () => {
	it.each([
		{ templateId: 'order_shiped', shown: 'order_shiped', advice: 'Did you mean "order_shipped"?' },
		{ templateId: 'Welcome', shown: 'Welcome', advice: 'Did you mean "welcome"?' },
		{ templateId: 'wel\u200bcome', shown: 'wel\\u200bcome', advice: 'Did you mean "welcome"?' },
		{ templateId: 'welcome\u00a0x', shown: 'welcome\\u00a0x', advice: 'Did you mean "welcome"?' },
		{
			templateId: 'follow_up',
			shown: 'follow_up',
			advice: 'Check its name, or add it there under Templates.',
		},
	])('$shown is a warning, in a preview and in a run, and is sent', async (row) => {
		const warning = `The credential does not list the template "${row.shown}". ${row.advice}`;
		const own = { templateId: row.templateId };
		const preview = await send({ ...own, sendTo: 'nobody' }, users(2), { credential });
		expect(valuesOf(preview.items, 'warnings')).toEqual([[warning], [warning]]);
		expect(preview.hints[0]).toBe(`Item 0 and 1 more: ${warning}`);
		const run = await send(own, users(2), { credential });
		expect(statusesOf(run.items)).toEqual(['accepted', 'accepted']);
		expect(run.hints[0]).toBe(`Item 0 and 1 more: ${warning}`);
	});

	it('is no warning where the credential lists none, or lists it', async () => {
		const unlisted = await send({ templateId: 'order_shiped' }, users(1));
		expect(unlisted.hints).toHaveLength(1);
		const listed = await send({ templateId: ' welcome ' }, users(1), { credential });
		expect(listed.hints).toHaveLength(1);
	});
});

describe('the form of a template without fields says why', () => {
	const { methods } = new Notifications();

	async function formOf(templateId: string) {
		const context = {
			getCredentials: async () => ({ apiToken: 'token-of-a-test', ...credential }),
			getCurrentNodeParameter: () => templateId,
		} as unknown as ILoadOptionsFunctions;
		return await methods.resourceMapping?.templateParams?.call(context);
	}

	it.each([
		{ templateId: 'welcome', notice: 'This template has no parameters' },
		{ templateId: 'no_text', notice: 'The credential has no text for this template' },
		{ templateId: 'other', notice: 'The credential does not list this template' },
		{ templateId: '', notice: 'Choose a template first.' },
	])('"$templateId": $notice', async ({ templateId, notice }) => {
		const form = await formOf(templateId);
		expect(form).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringContaining(notice) as string,
		});
	});

	it('and one with parameters says nothing', async () => {
		const form = await formOf('order_shipped');
		expect(form).not.toHaveProperty('emptyFieldsNotice');
		expect(form?.fields.map(({ id, required }) => ({ id, required }))).toEqual([
			{ id: 'name', required: true },
			{ id: 'order_id', required: true },
		]);
	});
});
