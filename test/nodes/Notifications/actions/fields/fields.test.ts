import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { Notifications } from '../../../../../nodes/Notifications/Notifications.node';
import { startService, type Service } from '../../../../service/service';
import { credentialFor } from '../../../../support/credential';
import { runNotifications, startAfresh, users } from '../../../../support/notificationsNode';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(() => startAfresh(service));

const { description, methods } = new Notifications();
const TEMPLATES = JSON.stringify([
	{ id: 'welcome', params: ['name'], required: ['name'], sample: 'Hello {{name}}' },
	{ id: 'order_shipped', params: ['name', 'order_id'] },
]);
const withTemplates = { serviceDetails: true, templates: TEMPLATES };
const run = async (parameters: object, items = users(2)) =>
	await runNotifications(service, parameters as never, {
		items,
		credential: { ...credentialFor(service), ...withTemplates },
	});
const inEditor = (credential: object, templateId?: unknown) =>
	({
		getCredentials: async () => credential,
		getCurrentNodeParameter: () => templateId,
	}) as unknown as ILoadOptionsFunctions;
const locator = (value: string, mode = 'list') => ({ __rl: true, mode, value });
const NAMED = { paramsMode: 'json', paramsJson: '={{ ({ name: $json.name }) }}' };
const sent = () => service.ledger.entries.map(({ params }) => params);

describe('the panel', () => {
	const { properties } = description;
	const isAtFirst = ({ displayOptions, type }: INodeProperties) =>
		type !== 'hidden' &&
		Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
			values?.includes(properties.find((field) => field.name === name)?.default as never),
		);

	it('has 9 fields at first look, and 8 options at most', () => {
		expect(properties.filter(isAtFirst).map(({ displayName }) => displayName)).toEqual([
			'Operation',
			'Template',
			'Phone',
			'Parameters',
			'Parameters to Send',
			'Send Once',
			'Send To',
			'Labels',
			'Options',
		]);
		expect(properties.find(({ name }) => name === 'options')?.options).toHaveLength(7);
	});

	it('has 500 words at most', () => {
		const texts = (value: unknown): string[] => {
			if (typeof value !== 'object' || value === null) return [];
			const {
				displayName,
				name,
				description: said,
				hint,
				placeholder,
			} = value as INodePropertyCollection & INodeProperties;
			const own = [displayName ?? name, said, hint, placeholder].filter(
				(text) => typeof text === 'string',
			);
			const inner = ['options', 'values', 'modes'].flatMap(
				(key) => (value as Record<string, unknown>)[key] ?? [],
			);
			return [...own, ...inner.flatMap(texts)];
		};
		const words = properties.flatMap(texts).join(' ').split(/\s+/);
		expect(words.length).toBeLessThan(500);
	});
});

describe('Template', () => {
	it.each([
		['chosen from the list', locator('welcome')],
		['by ID', locator('welcome', 'id')],
		['by an expression', locator('={{ "wel" + "come" }}', 'id')],
		['as plain text', 'welcome'],
	])('%s is sent', async (_, templateId) => {
		const { items, error } = await run({ templateId, ...NAMED });
		expect(error).toBeUndefined();
		expect(items[0]?.json.template).toBe('welcome');
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
	const values = { a: 7, b: false, c: ['x', { d: null }], when: '={{ $now }}' };
	const assignments = (...pairs: unknown[][]) => ({
		paramAssignments: {
			assignments: pairs.map(([name, value]) => ({ name, value, type: 'string' })),
		},
	});

	it.each<[string, object, object]>([
		[
			'Define Below',
			assignments(['name', 'Ana'], ['n', '={{ 7 }}'], ['none', '={{ null }}']),
			{ name: 'Ana', n: '7' },
		],
		[
			'JSON',
			{ paramsMode: 'json', paramsJson: JSON.stringify({ ...values, name: 'x', when: null }) },
			{ a: 7, b: false, c: ['x', { d: null }], name: 'x' },
		],
		[
			'JSON of an expression',
			{ paramsMode: 'json', paramsJson: '={{ ({ name: $json.name, n: 1 }) }}' },
			{ name: 'User 0', n: 1 },
		],
		[
			'JSON with a long number',
			{ paramsMode: 'json', paramsJson: '{ "name": 12345678901234567 }' },
			{ name: '12345678901234567' },
		],
		[
			'All Fields of the Item',
			{ paramsMode: 'allFields', excludeFields: 'phone, secret' },
			{ name: 'User 0', n: '1' },
		],
	])('%s', async (_, parameters, params) => {
		const items = [
			{ json: { phone: users(1)[0]?.json.phone, name: 'User 0', n: 1, none: null, secret: {} } },
		];
		const { error } = await run({ templateId: 'welcome', ...parameters }, items as never);
		expect(error).toBeUndefined();
		expect(sent()).toEqual([params]);
	});

	it.each<[object, string]>([
		[{}, 'The template needs parameters that are missing: name'],
		[assignments(['name', 'a'], ['name', 'b']), 'The parameter "name" appears twice'],
		[assignments(['name', '={{ [1] }}']), 'The parameter "name" is an object or a list'],
		[
			{ paramsMode: 'json', paramsJson: '={{ ({ name: { a: NaN } }) }}' },
			'The parameter "name" is not a text',
		],
	])('%j is an error before anything is sent', async (parameters, message) => {
		const { error } = await run({ templateId: 'welcome', ...parameters });
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});
});

describe('the form of a template', () => {
	const schema = [
		{
			id: 'name',
			displayName: 'name',
			required: true,
			defaultMatch: false,
			display: true,
			type: 'string',
		},
	];
	const form = (paramsForm: object, template = 'welcome') => ({
		templateId: locator(template),
		paramsMode: 'form',
		paramsForm,
	});

	it('sends what was filled in', async () => {
		const value = { name: '={{ $json.name + "!" }}', order_id: null };
		await run(form({ mappingMode: 'defineBelow', value, schema }));
		expect(sent()).toEqual([{ name: 'User 0!' }, { name: 'User 1!' }]);
	});

	it('maps fields of the names that the template has now, not of one chosen before', async () => {
		const items = [{ json: { phone: '+5511987650000', name: 'Ana', order_id: 'A-7', id: 1 } }];
		await run(
			form({ mappingMode: 'autoMapInputData', value: null, schema }, 'order_shipped'),
			items,
		);
		await run(
			form({ mappingMode: 'autoMapInputData', value: null, schema }, 'impact_alert'),
			items,
		);
		expect(sent()).toEqual([{ name: 'Ana', order_id: 'A-7' }]);
		expect(service.requests[1]?.body).toMatchObject({ users: [{ params: { name: 'Ana' } }] });
	});

	it('has the parameters that the credential names, and which are required', async () => {
		const fieldsOf = async (templateId: unknown) => {
			const context = inEditor(withTemplates, templateId);
			const form = await methods.resourceMapping?.templateParams?.call(context);
			return form?.fields.map(({ id, required }) => [id, required]);
		};
		expect(await fieldsOf(locator('welcome'))).toEqual([['name', true]]);
		expect(await fieldsOf('order_shipped')).toEqual([
			['name', true],
			['order_id', true],
		]);
		expect(await fieldsOf(undefined)).toEqual([]);
	});
});

it('the list of countries has every one that phone numbers are known of, by name', async () => {
	const list = await methods.loadOptions?.listCountries?.call(inEditor({}));
	expect(list?.map(({ value }) => value).sort()).toEqual([...getCountries()].sort());
	expect(list).toContainEqual({ name: `Brazil (+${getCountryCallingCode('BR')})`, value: 'BR' });
	const names = list?.map(({ name }) => name) ?? [];
	expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});

/** Counts how often each field is read, which n8n evaluates anew each time. */
class CountingNode extends Notifications {
	readonly reads = new Map<string, number>();

	constructor() {
		super();
		const { reads } = this;
		// n8n calls it with its own context as `this`.
		this.execute = async function (this: IExecuteFunctions) {
			const getNodeParameter = (name: string, itemIndex: number, fallback: object) => {
				reads.set(name, (reads.get(name) ?? 0) + 1);
				return this.getNodeParameter(name, itemIndex, fallback);
			};
			const context = Object.create(this, {
				getNodeParameter: { value: getNodeParameter },
			}) as IExecuteFunctions;
			return await Notifications.prototype.execute.call(context);
		};
	}

	override execute: () => Promise<INodeExecutionData[][]>;
}

it('what is the same for all items is read once, however many they are', async () => {
	const node = new CountingNode();
	const doNotSendTo = `={{ $('Input').all().slice(1, 2).map((item) => item.json.phone) }}`;
	const options = { doNotSendTo, defaultCountry: "={{ 'BR' }}" };
	const { items } = await runNotifications(service, { options }, { items: users(3), node });
	expect(items.map(({ json }) => json.status)).toEqual(['accepted', 'skipped', 'accepted']);
	const { reads } = node;
	expect(reads.get('options')).toBe(1);
	expect(reads.get('options.doNotSendTo')).toBeUndefined();
	expect(reads.get('options.defaultCountry')).toBe(2);
	expect(reads.get('templateId')).toBe(1);
	expect(reads.get('phone')).toBe(3);
});
