import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { phone, users } from '../../../support/notificationsNode';
import { nodeWithReads } from '../nodeWithReads';
import { valuesOf, CONTINUE, sendFunction, statusesOf } from '../send';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

const { methods } = new Notifications();
const TEMPLATES = JSON.stringify([
	{ id: 'welcome', text: 'Hello {{name}}' },
	{ id: 'order_shipped', text: 'Hello {{name}}, order {order_id} is on its way' },
]);
const withTemplates = { templates: TEMPLATES };
const run = async (parameters: object, items: object[] = users(2)) =>
	await send(parameters as never, items, { credential: withTemplates });
const inEditor = (credential: object, templateId?: unknown) =>
	({
		getCredentials: async () => ({ apiToken: 'token-of-a-test', ...credential }),
		getCurrentNodeParameter: () => templateId,
	}) as unknown as ILoadOptionsFunctions;
const locator = (value: string, mode = 'list') => ({ __rl: true, mode, value });
const assignments = (...rows: Array<[name: string, value: unknown, type?: string]>) => ({
	paramAssignments: {
		assignments: rows.map(([name, value, type = 'string']) => ({ name, value, type })),
	},
});
const json = (paramsJson: string) => ({ paramsMode: 'json', paramsJson });
const params = () =>
	service.notifications.requests.flatMap(({ users: sent }) => sent.map((user) => user.params));

describe('Template', () => {
	it.each([
		['chosen from the list', locator('welcome')],
		['by ID', locator('welcome', 'id')],
		['by an expression', locator('={{ "wel" + "come" }}', 'id')],
		['as plain text', 'welcome'],
	])('%s is sent', async (_, templateId) => {
		await run({ templateId, ...json('{ "name": "Ana" }') });
		expect(service.notifications.requests.map(({ type }) => type)).toEqual(['welcome', 'welcome']);
	});

	it('has a list of the templates in the credential, which can be searched', async () => {
		const search = methods.listSearch?.searchTemplates;
		const shipped = { name: 'order_shipped (name, order_id)', value: 'order_shipped' };
		expect(await search?.call(inEditor(withTemplates), 'ORDER')).toEqual({ results: [shipped] });
		const advice =
			'The credential has no templates. Add them there under Templates, or choose By ID.';
		await expect(search?.call(inEditor({}))).rejects.toThrow(advice);
	});
});

const NONE: [string, string] = ['none', '={{ null }}'];
const ALL_FIELDS = { paramsMode: 'allFields', excludeFields: 'phone, secret' };
const BUTTONS = [{ sub_type: 'url', index: 0, parameters: [{ text: '/track/12345' }] }];

describe('Parameters', () => {
	it.each<[string, object, object]>([
		['Define Below', assignments(['a', 'Ana'], ['n', '={{ 7 }}'], NONE), { a: 'Ana', n: '7' }],
		[
			'Define Below, with types, written as text',
			assignments(
				['buttons', JSON.stringify(BUTTONS), 'array'],
				['location', '{ "id": 12345678901234567 }', 'object'],
				['n', '7', 'number'],
				['yes', 'true', 'boolean'],
			),
			{ buttons: BUTTONS, location: { id: '12345678901234567' }, n: 7, yes: true },
		],
		[
			'Define Below, with types, from expressions',
			assignments(
				['buttons', '={{ $json.buttons }}', 'array'],
				['location', '={{ ({ at: new Date(0) }) }}', 'object'],
				['n', '={{ 7.5 }}', 'number'],
				['yes', '={{ false }}', 'boolean'],
			),
			{ buttons: BUTTONS, location: { at: '1970-01-01T00:00:00.000Z' }, n: 7.5, yes: false },
		],
		[
			'JSON',
			json('{ "a": 7, "b": false, "c": ["x", { "d": null }], "name": "x", "when": null }'),
			{ a: 7, b: false, c: ['x', { d: null }], name: 'x' },
		],
		['JSON, a long number', json('{ "name": 12345678901234567 }'), { name: '12345678901234567' }],
		['All Fields of the Item', ALL_FIELDS, { name: 'User 0', n: '1', buttons: BUTTONS }],
	])('%s', async (_, parameters, expected) => {
		const own = { phone: phone(0), name: 'User 0', n: 1, none: null, secret: {}, '': 'x' };
		await send({ templateId: 'other', ...parameters }, [{ json: { ...own, buttons: BUTTONS } }]);
		expect(params()).toEqual([expected]);
	});

	it.each([
		['array', '{}', 'is not a list in square brackets'],
		['object', '[1]', 'is not an object in braces'],
		['object', '={{ "x" }}', 'is not an object in braces'],
		['number', '7 pieces', 'is not a number'],
		['boolean', 'yes', 'is not true or false'],
		['string', '={{ [1] }}', 'is an object or a list'],
	])('a value that is not of its type %s is an error: %s', async (type, value, problem) => {
		const { error } = await run({ templateId: 'x', ...assignments(['buttons', value, type]) });
		expect(error?.message).toBe(`The parameter "buttons" ${problem}`);
		expect(service.notifications.requests).toEqual([]);
	});

	it('Fields to Exclude that no item has are a hint, and so are parameters that the template lacks', async () => {
		const all = { phone: phone(0), paramsMode: 'allFields', excludeFields: 'phone, secrte' };
		const excluded = await run({ templateId: 'x', ...all }, [{ json: { 'phone ': 1 } }]);
		expect(excluded.hints.join()).toContain(
			'No item has a field "secrte", which Fields to Exclude names.',
		);
		const { hints } = await run({ templateId: 'welcome', ...json('{ "name": "a", "nmae": "b" }') });
		expect(hints[0]).toContain('does not have these parameters, which were sent: nmae.');
	});

	it.each([
		[assignments(['nmae', 'Ana']), 'missing: name', 'The node has: nmae.'],
		[assignments(['name', '={{ $json.nmae }}']), 'empty: name', 'check that it gives a value.'],
	])('%j: without a required one, nothing is sent', async (parameters, problem, advice) => {
		const { error } = await run({ templateId: 'welcome', ...parameters });
		expect(error?.message).toBe(`The template needs parameters that are ${problem}`);
		expect(error?.description).toContain(advice);
		expect(service.notifications.requests).toEqual([]);
	});
});

describe('the form of a template', () => {
	const form = (paramsForm: object, template = 'welcome') => {
		const shown = { required: true, defaultMatch: false, display: true, type: 'string' };
		const schema = [{ ...shown, id: 'name', displayName: 'name' }];
		const templateId = locator(template);
		return { templateId, paramsMode: 'form', paramsForm: { ...paramsForm, schema } };
	};

	it('sends what was filled in', async () => {
		const value = { name: '={{ $json.name + "!" }}', order_id: null };
		await run(form({ mappingMode: 'defineBelow', value }));
		expect(params()).toEqual([{ name: 'User 0!' }, { name: 'User 1!' }]);
	});

	it('maps fields of the names that the template has now, not of one chosen before', async () => {
		const items = [{ json: { phone: phone(0), name: 'Ana', order_id: 'A-7', id: 1 } }];
		const auto = { mappingMode: 'autoMapInputData', value: null };
		await run(form(auto, 'order_shipped'), items);
		expect(params()).toEqual([{ name: 'Ana', order_id: 'A-7' }]);
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
	const node = nodeWithReads((name) => {
		reads[name] = (reads[name] ?? 0) + 1;
	});
	const doNotSendTo = `={{ $('Input').all().map((item) => item.json.phone).filter((each) => /1$/.test(each)) }}`;
	const own = { doNotSendTo, defaultCountry: "={{ 'BR' }}", accountId: 'A' };
	const parameters = { templateId: "={{ 'welcome' }}", options: own };
	await send(parameters, users(3), { node });
	expect([...service.ledger.phones].sort()).toEqual([phone(0), phone(2)]);
	// The list is asked for once more behind the last item.
	const times = { 'options.doNotSendTo': 2, 'options.defaultCountry': 6, 'options.accountId': 1 };
	expect(reads).toMatchObject({
		...times,
		templateId: 3,
		phone: 3,
		sendOnce: 1,
		'options.labels': 1,
	});
	expect(reads).not.toHaveProperty('options');
});

describe('Options', () => {
	const ofItem = ['accountId', 'flowId', 'defaultCountry'];
	it.each(ofItem)('%s fails the item alone whose expression gives nothing', async (name) => {
		const own = { [name]: '={{ $json.own }}' };
		const given = [null, 'BR'].map((each, at) => ({ json: { phone: phone(at), own: each } }));
		const list = { doNotSendTo: '11 91000-0008' };
		const all = { ...own, ...list, defaultCountry: 'BR', ...own };
		const { items } = await send({ options: all }, given, CONTINUE);
		expect(statusesOf(items)).toEqual(['failed', 'accepted']);
	});

	it('IDs are one segment of a path, and whole numbers of JavaScript', async () => {
		const errorOf = async (own: object) => (await send(own as never, users(1))).error?.message;
		expect(await errorOf({ options: { accountId: 'a/..' } })).toBe('Account ID is not valid: a/..');
		const inexact = { options: { flowId: '={{ 2 ** 53 }}' } };
		expect(await errorOf(inexact)).toBe('Options > Flow ID is not valid');
		for (const sendOnce of ['perId', 'nonce']) {
			const own = { sendOnce, nonce: '={{ 12345678901234567890 }}' };
			expect(await errorOf(own)).toBe(`${sendOnce === 'nonce' ? 'Nonce' : 'ID'} is not valid`);
		}
		await send({ options: { accountId: '={{ 7 }}' } }, users(1));
		expect(service.notifications.requests.map(({ accountId }) => accountId)).toEqual(['7']);
		const credential = { accountId: ' ' };
		expect((await send({}, users(1), { credential })).error?.message).toBe('Account ID is empty');
	});
});

const rows = (...pairs: Array<[key: string, value: string]>) => ({
	options: { labels: { values: pairs.map(([key, value]) => ({ key, value })) } },
});

it.each([
	[['source', '={{ $json.none }}'], 'Label 1 has no value'],
	[['source', ''], 'Label 1 has no value'],
	[['source', '\u200b'], 'Label 1 has no value'],
	[['={{ $json.none }}', 'crm'], 'Label 1 has no key'],
	[['source', '={{ [1] }}'], 'Label 1 > Value is an object or a list'],
] as Array<[[string, string], string]>)('Labels %j are an error: %s', async (pair, message) => {
	expect((await send(rows(pair), users(1))).error?.message).toBe(message);
	const { items } = await send(rows(pair), users(2), CONTINUE);
	expect(valuesOf(items, 'error')).toEqual([message, message]);
	expect(service.notifications.requests).toEqual([]);
});
