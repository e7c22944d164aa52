import type { INodeParameters } from 'n8n-workflow';
import { definedBelow, phone } from '../../../support/notificationsNode';
import {
	receivedUsers,
	sendingForEach,
	statusesOf,
	valuesOf,
} from '../../../support/sendNotifications';

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
		choice: 'Form of the Template',
		parameters: {
			paramsMode: 'form',
			paramsForm: { mappingMode: 'autoMapInputData', value: null },
		},
	},
	{
		choice: 'Define Below',
		parameters: definedBelow({
			// What is left out before the row with the fallback changes nothing.
			buttons: '={{ null }}',
			order: '={{ $json.order }}',
			name: '={{ $json.name }}',
		}),
	},
])(
	'$choice: a missing or empty value has its fallback, without a warning',
	async ({ parameters }) => {
		const run = await send(parameters, ITEMS, { credential });
		expect(valuesOf(run.items, 'note')).toEqual(Array(4).fill(null));
		const names = receivedUsers(service).map(({ params }) => params['name']);
		expect(run.error?.message).toBeUndefined();
		expect(statusesOf(run.items)).toEqual(Array(4).fill('accepted'));
		expect(names).toEqual(['Ana', 'customer', 'customer', 'customer']);
	},
);

it('an empty text of JSON has its fallback, without a warning', async () => {
	const paramsJson = '={{ { name: $json.name, order: $json.order } }}';
	const item = { json: { phone: phone(0), name: '', order: '1' } };
	const { items } = await send({ paramsMode: 'json', paramsJson }, [item], { credential });
	expect(valuesOf(items, 'note')).toEqual([null]);
	expect(receivedUsers(service)[0]?.params).toEqual({ name: 'customer', order: '1' });
});
