import type { INodeParameters } from 'n8n-workflow';
import { phone } from '../../../support/notificationsNode';
import { receivedUsers, sendingForEach, statusesOf } from '../../../support/sendNotifications';

/* Fallbacks in the text of a template, such as {{name|customer}}, for each choice of Parameters. */

const { service, send } = sendingForEach();

const credential = { templates: 'welcome: Hello {{name|customer}}, {{order}}' };
const ITEMS = [
	{ json: { phone: phone(0), name: 'Ana', order: '1' } },
	{ json: { phone: phone(1), name: ' ', order: '2' } },
	{ json: { phone: phone(2), name: null, order: '3' } },
	{ json: { phone: phone(3), order: '4' } },
];

it.each<{ choice: string; parameters: INodeParameters }>([
	{
		choice: 'All Fields of the Item',
		parameters: { paramsMode: 'allFields', excludeFields: 'phone' },
	},
	{
		choice: 'Form of the Template',
		parameters: {
			paramsMode: 'form',
			paramsForm: { mappingMode: 'autoMapInputData', value: null },
		},
	},
	{
		choice: 'JSON',
		parameters: {
			paramsMode: 'json',
			paramsJson: '={{ { name: $json.name, order: $json.order } }}',
		},
	},
])('$choice: a missing or empty value has its fallback', async ({ parameters }) => {
	const { items } = await send({ templateId: 'welcome', ...parameters }, ITEMS, { credential });
	expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
	expect(receivedUsers(service).map(({ params }) => params)).toEqual([
		{ name: 'Ana', order: '1' },
		{ name: 'customer', order: '2' },
		{ name: 'customer', order: '3' },
		{ name: 'customer', order: '4' },
	]);
});

it('a parameter without a fallback is still required', async () => {
	const parameters = { templateId: 'welcome', paramsMode: 'json', paramsJson: '{ "name": "" }' };
	const { error } = await send(parameters, ITEMS.slice(0, 1), { credential });
	expect(error?.message).toBe('The template needs parameters that are missing: "order"');
});
