import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { startService, type Service } from '../../service/service';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';

/*
 * Both nodes read what expressions and agents put into their fields by the same rules: a value that
 * is not in the list is an error that names the field, and numbers and switches may come as text.
 */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(() => service.reset());

const fieldsFor = (operation: string, { description }: Analytics | Notifications) =>
	description.properties.filter(
		({ displayOptions }) => displayOptions?.show?.operation?.includes(operation) ?? true,
	);
const exporting = fieldsFor('getResult', new Analytics());
const sending = fieldsFor('send', new Notifications());

type Choice = [label: string, parameters: INodeParameters];

/** All fields and options with a list of values, each with a value that is not in it. */
function choicesOf(fields: INodeProperties[]): Choice[] {
	const isChoice = ({ type, name }: INodeProperties) =>
		type === 'options' && !['resource', 'operation', 'queryName', 'defaultCountry'].includes(name);
	return fields.flatMap((field): Choice[] => {
		const { name, displayName, type, options } = field;
		if (isChoice(field)) return [[displayName, { [name]: 'nonsense' }]];
		const inner = type === 'collection' ? ((options ?? []) as INodeProperties[]) : [];
		return inner
			.filter(isChoice)
			.map((option) => [
				`${displayName} > ${option.displayName}`,
				{ [name]: { [option.name]: 'nonsense' } },
			]);
	});
}

const run = async (node: string, parameters: INodeParameters) =>
	node === 'Analytics'
		? // n8n leaves out options that are not shown, and some are for this output only.
			await runAnalytics(service, bulkExport({ output: 'csvFile', ...parameters }))
		: await runNotifications(service, parameters, { items: users(1) });
const choices = [
	...choicesOf(exporting).map((choice) => ['Analytics', ...choice] as const),
	...choicesOf(sending).map((choice) => ['Notifications', ...choice] as const),
];

it('there are lists of values in both nodes', () => {
	expect(choices.map(([, label]) => label)).toEqual([
		...['Output', 'Options > Column Names', 'Options > For Excel'],
		...['Parameters', 'Send Once', 'Send To'],
	]);
});

it.each(choices)('%s: a value that %s does not list is an error', async (node, label, given) => {
	const { error } = await run(node, given);
	expect(error?.message).toBe(`${label} is not valid`);
	expect(error?.description).toContain('Choose a value from the list. Its value is: nonsense');
	expect(service.requests).toEqual([]);
});

it('numbers and switches may be text', async () => {
	service.options.rows = 60;
	const all = await runAnalytics(service, query({ returnAll: '={{ "true" }}' }));
	const some = await runAnalytics(service, query({ limit: '={{ "7" }}' }));
	expect([all.items.length, some.items.length]).toEqual([60, 7]);
});

it.each([
	['Analytics', exporting],
	['Notifications', sending],
])(
	'every default of the 7 options of %s is a value that its field accepts',
	async (node, fields) => {
		const options = fields
			.filter(({ type, name }) => type === 'collection' && name === 'options')
			.flatMap((field) => field.options as INodeProperties[])
			.map((option) => [option.name, option.default] as const);
		expect(options).toHaveLength(7);
		const { error } = await run(node, { options: Object.fromEntries(options) });
		expect(error).toBeUndefined();
	},
);
