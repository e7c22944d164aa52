import type { INodeParameters } from 'n8n-workflow';
import { phone } from '../../../support/notificationsNode';
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

/** A row of Define Below. There are no buttons. */
function row(name: string): { name: string; value: string; type: string } {
	const value = name === 'buttons' ? '={{ null }}' : `={{ $json.${name} }}`;
	return { name, value, type: 'string' };
}

it.each<{ choice: string; parameters: INodeParameters }>([
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
	{
		choice: 'JSON as text',
		parameters: {
			paramsMode: 'json',
			paramsJson: '={ "name": "{{ $json.name }}", "order": "{{ $json.order }}" }',
		},
	},
	// Whatever stands before the row with the fallback, or behind it.
	...[
		['name', 'order', 'buttons'],
		['buttons', 'order', 'name'],
	].map((names) => ({
		choice: `Define Below: ${names.join()}`,
		parameters: { paramAssignments: { assignments: names.map(row) } },
	})),
])(
	'$choice: a missing or empty value has its fallback, without a warning',
	async ({ parameters }) => {
		const choice: INodeParameters = { templateId: 'welcome', ...parameters };
		const run = await send(choice, ITEMS, { credential });
		expect(valuesOf(run.items, 'warnings')).toEqual(Array(4).fill(null));
		const names = receivedUsers(service).map(({ params }) => params['name']);
		expect(run.error?.message).toBeUndefined();
		expect(statusesOf(run.items)).toEqual(Array(4).fill('accepted'));
		expect(names).toEqual(['Ana', 'customer', 'customer', 'customer']);
	},
);

it('a parameter without a fallback is still required', async () => {
	const parameters = { templateId: 'welcome', paramsMode: 'json', paramsJson: '{ "name": "" }' };
	const { error } = await send(parameters, ITEMS.slice(0, 1), { credential });
	expect(error?.message).toBe('The template needs parameters that are missing: "order"');
});
