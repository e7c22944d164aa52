import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { Notifications } from '../../../../../nodes/Notifications/Notifications.node';
import { phone, runNotifications, users } from '../../../../support/notificationsNode';
import { serviceForEach } from '../../../../support/serviceForEach';
import { nodeWithReads } from '../../nodeWithReads';

const service = serviceForEach();

const { methods } = new Notifications();
const TEMPLATES = JSON.stringify([
	{ id: 'welcome', params: ['name'], required: ['name'], sample: 'Hello {{name}}' },
	{ id: 'order_shipped', params: ['name', 'order_id'] },
]);
const withTemplates = { serviceDetails: true, templates: TEMPLATES };
const run = async (parameters: object, items: object[] = users(2)) =>
	await runNotifications(service, parameters as never, { items, credential: withTemplates });
const inEditor = (credential: object, templateId?: unknown) =>
	({
		getCredentials: async () => credential,
		getCurrentNodeParameter: () => templateId,
	}) as unknown as ILoadOptionsFunctions;
const locator = (value: string, mode = 'list') => ({ __rl: true, mode, value });
const assignments = (...pairs: unknown[][]) => ({
	paramAssignments: {
		assignments: pairs.map(([name, value]) => ({ name, value, type: 'string' })),
	},
});
const json = (paramsJson: string) => ({ paramsMode: 'json', paramsJson });
const sent = () => service.ledger.entries.map(({ params }) => params);

describe('Template', () => {
	it.each([
		['chosen from the list', locator('welcome')],
		['by ID', locator('welcome', 'id')],
		['by an expression', locator('={{ "wel" + "come" }}', 'id')],
		['as plain text', 'welcome'],
	])('%s is sent', async (_, templateId) => {
		await run({ templateId, ...json('{ "name": "Ana" }') });
		expect(service.ledger.entries.map(({ type }) => type)).toEqual(['welcome', 'welcome']);
	});

	it('has a list of the templates in the credential, which can be searched', async () => {
		const search = methods.listSearch?.searchTemplates;
		expect(await search?.call(inEditor(withTemplates), 'ORDER')).toEqual({
			results: [{ name: 'order_shipped (name, order_id)', value: 'order_shipped' }],
		});
		await expect(search?.call(inEditor({}))).rejects.toThrow(
			'The credential has no templates. Add them under More Settings > Templates, or choose By ID.',
		);
	});
});

describe('Parameters', () => {
	it.each<[string, object, object]>([
		[
			'Define Below',
			assignments(['name', 'Ana'], ['n', '={{ 7 }}'], ['none', '={{ null }}']),
			{ name: 'Ana', n: '7' },
		],
		[
			'JSON',
			json('{ "a": 7, "b": false, "c": ["x", { "d": null }], "name": "x", "when": null }'),
			{ a: 7, b: false, c: ['x', { d: null }], name: 'x' },
		],
		[
			'JSON with a long number',
			json('{ "name": 12345678901234567 }'),
			{ name: '12345678901234567' },
		],
		[
			'All Fields of the Item',
			{ paramsMode: 'allFields', excludeFields: 'phone, secret' },
			{ name: 'User 0', n: '1' },
		],
	])('%s', async (_, parameters, params) => {
		const item = {
			json: { phone: phone(0), name: 'User 0', n: 1, none: null, secret: {}, '': 'x' },
		};
		await run({ templateId: 'welcome', ...parameters }, [item]);
		expect(sent()).toEqual([params]);
	});

	it.each([
		[assignments(['nmae', 'Ana']), 'missing: name', 'The node has: nmae.'],
		[assignments(['name', '={{ $json.nmae }}']), 'empty: name', 'check that it gives a value.'],
	])('%j: without a required one, nothing is sent', async (parameters, problem, advice) => {
		const { error } = await run({ templateId: 'welcome', ...parameters });
		expect(error?.message).toBe(`The template needs parameters that are ${problem}`);
		expect(error?.description).toContain(advice);
		expect(service.requests).toEqual([]);
	});
});

describe('the form of a template', () => {
	const form = (paramsForm: object, template = 'welcome') => {
		const shown = { required: true, defaultMatch: false, display: true, type: 'string' };
		const schema = [{ ...shown, id: 'name', displayName: 'name' }];
		return {
			templateId: locator(template),
			paramsMode: 'form',
			paramsForm: { ...paramsForm, schema },
		};
	};

	it('sends what was filled in', async () => {
		const value = { name: '={{ $json.name + "!" }}', order_id: null };
		await run(form({ mappingMode: 'defineBelow', value }));
		expect(sent()).toEqual([{ name: 'User 0!' }, { name: 'User 1!' }]);
	});

	it('maps fields of the names that the template has now, not of one chosen before', async () => {
		const items = [{ json: { phone: phone(0), name: 'Ana', order_id: 'A-7', id: 1 } }];
		const auto = { mappingMode: 'autoMapInputData', value: null };
		await run(form(auto, 'order_shipped'), items);
		expect(sent()).toEqual([{ name: 'Ana', order_id: 'A-7' }]);
		expect((await run(form(auto, 'impact_alert'), items)).error?.message).toBe(
			'The template is not in the credential, so its parameters cannot be mapped automatically',
		);
	});

	it('has the parameters that the credential names, and which are required', async () => {
		const fieldsOf = async (templateId: unknown) => {
			const context = inEditor(withTemplates, templateId);
			const shown = await methods.resourceMapping?.templateParams?.call(context);
			return shown?.fields.map(({ id, required }) => `${id}: ${required}`);
		};
		expect(await fieldsOf(locator('welcome'))).toEqual(['name: true']);
		expect(await fieldsOf('order_shipped')).toEqual(['name: true', 'order_id: true']);
		expect(await fieldsOf(undefined)).toEqual([]);
	});
});

it('the list of countries has every one that phone numbers are known of, by name', async () => {
	const list = (await methods.loadOptions?.listCountries?.call(inEditor({}))) ?? [];
	expect(list.map(({ value }) => value).sort()).toEqual([...getCountries()].sort());
	expect(list).toContainEqual({ name: `Brazil (+${getCountryCallingCode('BR')})`, value: 'BR' });
	expect(list).toEqual(list.toSorted((a, b) => a.name.localeCompare(b.name, 'en')));
});

it('each expression is read once for an item, all else once, as n8n evaluates it anew each time', async () => {
	const reads: Record<string, number> = {};
	const node = nodeWithReads((name) => (reads[name] = (reads[name] ?? 0) + 1));
	const doNotSendTo = `={{ $('Input').all().map((item) => item.json.phone).filter((each) => /1$/.test(each)) }}`;
	const options = { doNotSendTo, defaultCountry: "={{ 'BR' }}" };
	const parameters = { templateId: "={{ 'welcome' }}", options };
	await runNotifications(service, parameters, { items: users(3), node });
	expect(service.ledger.entries.map((entry) => entry.phone)).toEqual([phone(0), phone(2)]);
	const own = { 'options.doNotSendTo': 1, 'options.defaultCountry': 6 };
	expect(reads).toMatchObject({ ...own, templateId: 3, phone: 3, sendOnce: 1 });
	expect(reads).not.toHaveProperty('options');
});
