import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bulkExport, query } from '../../support/analyticsNode';
import { runEitherNode } from '../../support/eitherNode';
import { definedBelow, phone } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * A field that identifies or selects something means something else without one of its parts. So an expression in it must
 * have a value, whatever its author has written for the case that there is none: n8n gives undefined for one that fails,
 * before its fallback counts.
 */

const service = serviceForEach();

const send = (parameters: INodeParameters): INodeParameters => ({
	resource: 'notification',
	...parameters,
});
const options = (values: INodeParameters) => send({ options: values });

/** For each field, the parameters of a node with this text in the field. */
const FIELDS: Array<{ field: string; withText: (text: string) => INodeParameters }> = [
	{ field: 'Template', withText: (templateId) => send({ templateId }) },
	{ field: 'Phone', withText: (text) => send({ phone: text.replace('=', '=+551198765432') }) },
	{ field: 'Account ID', withText: (accountId) => options({ accountId }) },
	{ field: 'Flow ID', withText: (flowId) => options({ flowId }) },
	{
		field: 'Label 1 > Key',
		withText: (key) => options({ labels: { values: [{ key, value: 'x' }] } }),
	},
	{
		field: 'Label 1 > Value',
		withText: (value) => options({ labels: { values: [{ key: 'x', value }] } }),
	},
	{
		field: 'Link Button 1',
		withText: (value) => options({ buttons: { values: [{ position: 1, value }] } }),
	},
	{ field: 'Options > Do Not Send To', withText: (doNotSendTo) => options({ doNotSendTo }) },
	{
		field: 'The name of a parameter',
		withText: (name) => send(definedBelow({ [name]: 'x' })),
	},
	{ field: 'Query Name', withText: (queryName) => query({ queryName }) },
	{
		field: 'Query Name',
		withText: (queryName) => bulkExport({ operation: 'getResult', jobId: 'job-1', queryName }),
	},
	{ field: 'Job ID', withText: (jobId) => bulkExport({ operation: 'getStatus', jobId }) },
	{ field: 'Filters > Store ID', withText: (storeId) => query({ filters: { storeId } }) },
	{
		field: 'Options > File Name',
		withText: (fileName) => bulkExport({ output: 'csvFile', options: { fileName } }),
	},
	{ field: 'Options > Time Zone', withText: (timeZone) => query({ options: { timeZone } }) },
];

const ITEM = { phone: phone(0) };

type Shown = Record<'message' | 'description', string | null | undefined>;

/** The error of a node with these parameters, which is there before anything is sent. */
async function errorOf(parameters: INodeParameters, json: IDataObject = ITEM): Promise<Shown> {
	const { error } = await runEitherNode(service, parameters, { items: [{ json }] });
	expect(service.requests).toEqual([]);
	return { message: error?.message, description: error?.description };
}

it.each(FIELDS)(
	'$field: an expression that failed is an error, whatever its fallback',
	async ({ field, withText }) => {
		const { message, description } = await errorOf(withText("=x_{{ $json.order.id || 'x' }}"));
		expect(message).toMatch(/^[^{]+: \{\{ .* gave no value$/);
		expect(message).toContain(field);
		expect(description).toContain('This item has: phone.');
	},
);

it('the error of a misspelt name says which there are beside it, and nothing about conditions', async () => {
	const json = { phone: phone(0), body: { customer: { name: 'Ana', city: 'Lima' } } };
	const parameters = query({ queryName: '={{ $json.body.customer.nome }}' });
	const { description } = await errorOf(parameters, json);
	expect(description).toContain('{{ $json.body.customer }} has: name and city.');
	expect(description).not.toContain('condition');
});

const SINGLE_FIELDS = FIELDS.filter(({ field }) => !field.includes('Do Not Send To'));

it.each(SINGLE_FIELDS)(
	'$field: an alternative that is empty is an error, since it is a part of what is selected',
	async ({ withText }) => {
		const { message, description } = await errorOf(withText("=x{{ $json.vip ? '_vip' : '' }}"));
		expect(message).toContain('gave no value');
		expect(description).toContain('let one expression give the whole value');
	},
);

it.each(FIELDS)(
	'$field: an operator that nobody means is an error',
	async ({ field, withText }) => {
		const { message } = await errorOf(withText('=x_{{ $json.phone | trim }}'));
		expect(message).toContain('has the operator "|"');
		expect(message).toContain(field);
	},
);

it.each(SINGLE_FIELDS)(
	'$field: "null" is an error, even in a text of the item',
	async ({ withText }) => {
		const json = { phone: phone(0), key: 'track-null' };
		const { message } = await errorOf(withText('={{ $json.key }}'), json);
		expect(message).toMatch(/contains "null"|is not a valid number/);
	},
);

describe('a field that may be empty', () => {
	it('Query Name of Get Result may be unknown as a whole', async () => {
		const parameters = bulkExport({
			operation: 'getResult',
			jobId: 'job-1',
			queryName: '={{ $json.queryName }}',
		});
		const { error } = await runEitherNode(service, parameters);
		expect(error?.message).not.toContain('Query Name');
		expect(service.requests).not.toEqual([]);
	});

	it.each([
		{ columns: '={{ $json.all ? [] : ["day"] }}', isError: false },
		{ columns: '={{ $json.none.all ? ["day"] : [] }}', isError: true },
		{ columns: '={{ [] }}', isError: true },
	])('Output Columns may be empty by a condition: $columns', async ({ columns, isError }) => {
		const parameters = query({ options: { outputColumns: columns } });
		const { error } = await runEitherNode(service, parameters, { items: [{ json: { all: 1 } }] });
		expect(error !== undefined).toBe(isError);
	});
});
