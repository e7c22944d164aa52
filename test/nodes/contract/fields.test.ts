import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
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

const analytics = new Analytics().description.properties;
const notifications = new Notifications().description.properties;

type Choice = [label: string, parameters: INodeParameters];

const isShownFor =
	(operation: string) =>
	({ displayOptions }: INodeProperties): boolean =>
		displayOptions?.show?.operation?.includes(operation) ?? true;

/** All fields and options with a list of values, each with a value that is not in it. */
function choicesOf(properties: INodeProperties[], operation: string): Choice[] {
	const isChoice = ({ type, name }: INodeProperties) =>
		type === 'options' && !['resource', 'operation', 'queryName', 'defaultCountry'].includes(name);
	return properties.filter(isShownFor(operation)).flatMap((property): Choice[] => {
		const { name, displayName } = property;
		if (isChoice(property)) return [[displayName, { [name]: 'nonsense' }]];
		if (property.type !== 'collection') return [];
		return ((property.options ?? []) as INodeProperties[])
			.filter(isChoice)
			.map((option): Choice => [
				`${displayName} > ${option.displayName}`,
				{ [name]: { [option.name]: 'nonsense' } },
			]);
	});
}

const exportChoices = choicesOf(analytics, 'getResult');
const sendChoices = choicesOf(notifications, 'send');

it('there are lists of values in both nodes', () => {
	expect(exportChoices.map(([label]) => label)).toEqual(
		expect.arrayContaining(['Output', 'Options > Column Names']),
	);
	expect(sendChoices.map(([label]) => label)).toEqual(
		expect.arrayContaining(['Parameters', 'Send Once', 'Send To']),
	);
});

it.each(exportChoices)(
	'Analytics: a value that %s does not list is an error',
	async (label, given) => {
		// n8n leaves out options that are not shown, and some are for this output only.
		const parameters = { operation: 'getResult', jobId: 'job', output: 'csvFile', ...given };
		const { error } = await runAnalytics(service, bulkExport(parameters));
		expect(error?.message).toBe(`${label} is not valid`);
		expect(error?.description).toContain('Choose a value from the list. Its value is: nonsense');
		expect(service.requests).toEqual([]);
	},
);

it.each(sendChoices)(
	'Notifications: a value that %s does not list is an error',
	async (label, given) => {
		const { error } = await runNotifications(service, given, { items: users(1) });
		expect(error?.message).toBe(`${label} is not valid`);
		expect(service.requests).toEqual([]);
	},
);

it('Analytics takes numbers and switches as text', async () => {
	service.options.rows = 60;
	const all = await runAnalytics(service, query({ returnAll: '={{ "true" }}' }));
	const some = await runAnalytics(service, query({ limit: '={{ "7" }}' }));
	expect([all.items.length, some.items.length]).toEqual([60, 7]);
});

it('Notifications takes numbers as text', async () => {
	const options = { batchSize: '={{ "2" }}' };
	const { error } = await runNotifications(service, { options }, { items: users(3) });
	expect(error).toBeUndefined();
	expect(service.requests).toHaveLength(2);
});

it('every default of a collection is a value that its field accepts', async () => {
	const optionsOf = (properties: INodeProperties[], operation: string) =>
		properties
			.filter(isShownFor(operation))
			.filter(({ type, name }) => type === 'collection' && name === 'options')
			.flatMap(({ options }) => (options ?? []) as Array<INodeProperties | INodePropertyCollection>)
			.filter((option): option is INodeProperties => 'default' in option);
	const defaults = (options: INodeProperties[]) =>
		Object.fromEntries(options.map(({ name, default: value }) => [name, value]));
	const forExport = defaults(optionsOf(analytics, 'getResult'));
	const forSend = defaults(optionsOf(notifications, 'send'));
	expect(Object.keys(forExport)).toHaveLength(7);
	expect(Object.keys(forSend)).toHaveLength(7);
	expect((await runAnalytics(service, bulkExport({ options: forExport }))).error).toBeUndefined();
	const sent = await runNotifications(service, { options: forSend }, { items: users(1) });
	expect(sent.error).toBeUndefined();
});
