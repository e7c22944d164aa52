import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, query } from '../../support/analyticsNode';
import { runEitherNode } from '../../support/eitherNode';
import { phone } from '../../support/notificationsNode';
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
		withText: (name) => send({ paramAssignments: { assignments: [{ name, value: 'x' }] } }),
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

const FAILED = [
	"x_{{ $json.order.id || 'x' }}",
	"x_{{ $json.order.id ?? '' }}",
	"x_{{ $json.order.isBig ? 'big' : 'small' }}",
	'x_{{ $json.lines.find((line) => line.main || line.first)?.id }}',
];

const items = [{ json: { phone: phone(0), lines: [{ sku: 'x' }] } }];

it.each(FIELDS.flatMap((field) => FAILED.map((text) => ({ ...field, text }))))(
	'$field: an expression that failed is an error: $text',
	async ({ field, withText, text }) => {
		const { error } = await runEitherNode(service, withText(`=${text}`), { items });
		expect(error?.message).toMatch(/^[^{]+: \{\{ .* gave no value$/);
		expect(error?.message).toContain(field);
		expect(error?.description).toContain('This item has: phone and lines.');
		expect(service.requests).toEqual([]);
	},
);

it.each(FIELDS.filter(({ field }) => !field.includes('Do Not Send To')))(
	'$field: an alternative that is empty is an error, since it is a part of what is selected',
	async ({ withText }) => {
		const text = "=x{{ $json.vip ? '_vip' : '' }}";
		const { error } = await runEitherNode(service, withText(text), { items });
		expect(error?.message).toContain('gave no value');
		expect(error?.description).toContain('Let one expression give the whole value');
		expect(service.requests).toEqual([]);
	},
);

const UNINTENDED = [
	{ text: '=x_{{ $json.phone | trim }}', operator: '|' },
	{ text: "=x_{{ $json.vip = true ? 'vip' : 'all' }}", operator: '=' },
];

it.each(FIELDS.flatMap((field) => UNINTENDED.map((row) => ({ ...field, ...row }))))(
	'$field: an operator that nobody means is an error: $text',
	async ({ field, withText, text, operator }) => {
		const { error } = await runEitherNode(service, withText(text), { items });
		expect(error?.message).toContain(`has the operator "${operator}"`);
		expect(error?.message).toContain(field);
		expect(service.requests).toEqual([]);
	},
);

it.each(FIELDS.filter(({ field }) => !field.includes('Do Not Send To')))(
	'$field: "null" is an error, even in a text of the item',
	async ({ withText }) => {
		const json = { phone: phone(0), key: 'track-null' };
		const run = await runEitherNode(service, withText('={{ $json.key }}'), { items: [{ json }] });
		expect(run.error?.message).toMatch(/contains "null"|is not a valid number/);
		expect(service.requests).toEqual([]);
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
