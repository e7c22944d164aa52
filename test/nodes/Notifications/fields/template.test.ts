import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';

const credential = {
	templates: [
		'welcome: Welcome!',
		'order_shipped: Hello {{name}}, {{order_id}} has shipped',
		'no_text',
	].join('\n'),
};
const { methods } = new Notifications();

/** What n8n gives to a method that fills a list or a form in the editor. */
function editorContext(saved: object, templateId?: unknown): ILoadOptionsFunctions {
	return {
		getCredentials: async () => ({ apiToken: 'token-of-a-test', ...saved }),
		getCurrentNodeParameter: () => templateId,
	} as unknown as ILoadOptionsFunctions;
}

describe('the list of templates', () => {
	const search = methods.listSearch?.searchTemplates;

	it('shows those of the credential that contain the text of the search', async () => {
		const found = await search?.call(editorContext(credential), 'ORDER');
		expect(found).toEqual({
			results: [{ name: 'order_shipped (name, order_id)', value: 'order_shipped' }],
		});
	});

	it('says what to do if the credential has none', async () => {
		await expect(search?.call(editorContext({}))).rejects.toThrow(
			'The credential has no templates. Add them there under Templates, or choose By Name.',
		);
	});
});

describe('the form of a template', () => {
	const templateParams = methods.resourceMapping?.templateParams;

	it('has the parameters of the template that is chosen from the list', async () => {
		const templateId = { __rl: true, mode: 'list', value: 'order_shipped' };
		const form = await templateParams?.call(editorContext(credential, templateId));
		expect(form).not.toHaveProperty('emptyFieldsNotice');
		expect(form?.fields.map(({ id, required }) => ({ id, required }))).toEqual([
			{ id: 'name', required: true },
			{ id: 'order_id', required: true },
		]);
	});

	it.each([
		{ templateId: 'no_text', notice: 'The credential has no parameters for this template' },
		{ templateId: 'other', notice: 'The credential has no parameters for this template' },
		{ templateId: '', notice: 'Choose a template first.' },
	])('has no fields for "$templateId", and says why: $notice', async ({ templateId, notice }) => {
		const form = await templateParams?.call(editorContext(credential, templateId));
		expect(form).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringContaining(notice) as string,
		});
	});
});
