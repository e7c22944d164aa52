import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { Notifications } from '../../../../../nodes/Notifications/Notifications.node';
import { startService, type Service } from '../../../../service/service';
import { credentialFor } from '../../../../support/credential';
import { runNotifications, users } from '../../../../support/notificationsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const TEMPLATES = JSON.stringify([
	{ id: 'welcome', params: ['name'], required: ['name'], sample: 'Hello {{name}}' },
	{ id: 'order_shipped', params: ['name', 'order_id'] },
]);
const run = async (
	parameters: Parameters<typeof runNotifications>[1],
	{ typeVersion = 1.1, items = users(2) } = {},
) =>
	await runNotifications(service, parameters, {
		items,
		typeVersion,
		credential: { ...credentialFor(service), templates: TEMPLATES },
	});
const locator = (value: string, mode = 'list') => ({ __rl: true, mode, value });
const NAMED = { paramsMode: 'json', paramsJson: '={{ ({ name: $json.name }) }}' };

it.each<[string, Parameters<typeof run>[0]['templateId'], number]>([
	['chosen from the list', locator('welcome'), 1.1],
	['by ID', locator('welcome', 'id'), 1.1],
	['by an expression', locator('={{ "wel" + "come" }}', 'id'), 1.1],
	['as plain text', 'welcome', 1.1],
	['as plain text of a saved workflow', 'welcome', 1],
])('a template %s is sent', async (_, templateId, typeVersion) => {
	const { items, error } = await run({ templateId: templateId ?? '', ...NAMED }, { typeVersion });
	expect(error).toBeUndefined();
	expect(items[0]?.json.template).toBe('welcome');
	expect(service.ledger.entries.map(({ type }) => type)).toEqual(['welcome', 'welcome']);
});

it('an empty choice is an error before anything is sent', async () => {
	const { error } = await run({ templateId: locator('={{ "" }}', 'id') });
	expect(error?.message).toContain('Template is empty');
	expect(service.requests).toEqual([]);
});

it('what the catalogue says a template requires is checked before anything is sent', async () => {
	const { error } = await run({ templateId: locator('welcome') });
	expect(error?.message).toContain('missing: name');
	expect(error?.description).toContain('Templates in the credential');
	expect(service.requests).toEqual([]);
});

it('a dry run shows the sample text with the values of each item', async () => {
	const options = { dryRun: true };
	const { items } = await run({ templateId: locator('welcome'), ...NAMED, options });
	expect(items.map(({ json }) => json.preview)).toEqual(['Hello User 0', 'Hello User 1']);
});

it('the list has the templates of the credential, and can be searched', async () => {
	const search = new Notifications().methods.listSearch?.searchTemplates;
	const context = {
		getCredentials: async () => ({ templates: TEMPLATES }),
	} as unknown as ILoadOptionsFunctions;
	expect(await search?.call(context, 'ORDER')).toEqual({
		results: [{ name: 'order_shipped (name, order_id)', value: 'order_shipped' }],
	});
	expect((await search?.call(context))?.results).toHaveLength(2);
});

it('without templates in the credential, the list says where to add them', async () => {
	const search = new Notifications().methods.listSearch?.searchTemplates;
	const context = { getCredentials: async () => ({}) } as unknown as ILoadOptionsFunctions;
	await expect(search?.call(context)).rejects.toThrow('Templates in the credential is empty');
});

describe('the form of a template', () => {
	const schema = ['name', 'order_id'].map((id) => ({
		id,
		displayName: id,
		required: id === 'name',
		defaultMatch: false,
		display: true,
		type: 'string',
	}));
	const form = (paramsForm: object, template = 'welcome') =>
		({ templateId: locator(template), paramsMode: 'form', paramsForm }) as never;
	const sent = () => service.ledger.entries.map(({ params }) => params);

	it('sends what was filled in', async () => {
		const value = { name: '={{ $json.name + "!" }}', order_id: null };
		const { error } = await run(form({ mappingMode: 'defineBelow', value, schema }));
		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ name: 'User 0!' }, { name: 'User 1!' }]);
	});

	it('maps fields of the same names automatically, and no others', async () => {
		await run(form({ mappingMode: 'autoMapInputData', value: null, schema }));
		expect(sent()).toEqual([{ name: 'User 0' }, { name: 'User 1' }]);
	});

	it('maps the parameters of the template that is chosen, not of the one that the editor saved', async () => {
		const items = [{ json: { phone: '+5511987650000', name: 'Ana', order_id: 'A-7', id: 1 } }];
		const saved = { mappingMode: 'autoMapInputData', value: null, schema: [schema[0]] };
		const { error } = await run(form(saved, 'order_shipped'), { items });
		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ name: 'Ana', order_id: 'A-7' }]);
	});

	it('is an error before anything is sent where a required parameter is missing', async () => {
		const value = { order_id: 'A-7' };
		const { error } = await run(form({ mappingMode: 'defineBelow', value, schema: [] }));
		expect(error?.message).toContain('missing: name');
		expect(service.requests).toEqual([]);
	});

	it('has the parameters that the credential names, and which are required', async () => {
		const fieldsOf = async (templateId: unknown) => {
			const context = {
				getCredentials: async () => ({ templates: TEMPLATES }),
				getCurrentNodeParameter: () => templateId,
			} as unknown as ILoadOptionsFunctions;
			const method = new Notifications().methods.resourceMapping?.templateParams;
			return (await method?.call(context))?.fields.map(({ id, required }) => [id, required]);
		};
		expect(await fieldsOf(locator('welcome'))).toEqual([['name', true]]);
		expect(await fieldsOf('order_shipped')).toEqual([
			['name', true],
			['order_id', true],
		]);
		expect(await fieldsOf(undefined)).toEqual([]);
	});
});
