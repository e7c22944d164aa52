import type { INodeProperties } from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { isShown, optionsOf, type Panel, panels } from '../../support/panels';

/*
 * What the editor shows, computed from the descriptions of the nodes. Every field and every default is written down
 * here, so that none changes by accident: saved workflows leave out what has its default.
 */

interface Row {
	/** As on the screen; a field that the user adds to a collection has the collection's label before it. */
	label: string;
	default: unknown;
	/** The choice of a list that is the default. */
	shownAs?: string;
	/** The field is only there for these outputs. */
	outputs?: string[];
}

const QUERY_FIELDS: Row[] = [
	{
		label: 'Query Name',
		default: {
			mode: 'list',
			value: 'messages_by_day',
			cachedResultName: 'Messages: By Day',
		},
	},
	{ label: 'Date Range', default: 'yesterday', shownAs: 'Yesterday' },
	{ label: 'Days', default: 7 },
	{ label: 'Start Date', default: '' },
	{ label: 'End Date', default: '' },
	{ label: 'Filters > Campaign Name', default: '' },
	{ label: 'Filters > Flow ID', default: '' },
	{ label: 'Filters > Last Status', default: '' },
	{ label: 'Filters > Notification Template', default: '' },
	{ label: 'Filters > Store ID', default: '' },
	{ label: 'Filters > Storefront Name', default: '' },
	{ label: 'Filters > User ID', default: '' },
];

const OUTPUT_FIELDS: Row[] = [
	{ label: 'Output', default: 'items', shownAs: 'Items' },
	{ label: 'Put Output File in Field', default: 'data', outputs: ['csvFile', 'gzipFile'] },
	{ label: 'Workflow', default: '', outputs: ['subWorkflow'] },
	{ label: 'Rows per Batch', default: 10_000, outputs: ['subWorkflow'] },
	{
		label: 'Options > Column Names',
		default: 'automatic',
		shownAs: 'Automatic',
		outputs: ['items', 'csvFile', 'subWorkflow'],
	},
	{ label: 'Options > Convert Types', default: true, outputs: ['items', 'subWorkflow'] },
	{ label: 'Options > File Name', default: '', outputs: ['csvFile', 'gzipFile'] },
	{ label: 'Options > Limit', default: 50, outputs: ['items', 'subWorkflow'] },
	{
		label: 'Options > Output Columns',
		default: [],
		outputs: ['items', 'csvFile', 'subWorkflow'],
	},
];

/** The fields of each operation. */
const FIELDS_OF_OPERATION: Record<string, Row[]> = {
	'query > run': [
		...QUERY_FIELDS,
		{ label: 'Return All', default: false },
		{ label: 'Limit', default: 50 },
		{ label: 'Options > Output Columns', default: [] },
		{ label: 'Options > Time Zone', default: '' },
	],
	'bulkExport > run': [
		...QUERY_FIELDS,
		...OUTPUT_FIELDS,
		{
			label:
				"An export usually takes one to three minutes, because the service allows 5 calls a minute. Its steps are in n8n's log, and in the editor also in the browser's console (F12).",
			default: '',
		},
		{ label: 'Options > Max Wait (Seconds)', default: 1800 },
		{ label: 'Options > Time Zone', default: '' },
	],
	'bulkExport > start': [...QUERY_FIELDS, { label: 'Options > Time Zone', default: '' }],
	'bulkExport > getStatus': [{ label: 'Job ID', default: '={{ $json.jobId }}' }],
	'bulkExport > getResult': [
		{ label: 'Job ID', default: '={{ $json.jobId }}' },
		{
			label: 'Query Name',
			default: { mode: 'name', value: '={{ $json.queryName }}' },
			outputs: ['items', 'csvFile', 'subWorkflow'],
		},
		...OUTPUT_FIELDS,
	],
	'notification > send': [
		{ label: 'Template', default: { mode: 'id', value: '' } },
		{ label: 'Phone', default: '' },
		{ label: 'Send To', default: 'published', shownAs: 'Everyone, Once Published' },
		{ label: 'Test Phone', default: '' },
		{ label: 'Parameters', default: 'assignments', shownAs: 'Define Below' },
		{ label: 'Parameters to Send', default: {} },
		{ label: 'Parameters to Send', default: { mappingMode: 'defineBelow', value: null } },
		{ label: 'Parameters (JSON)', default: '{}' },
		{ label: 'Fields to Exclude', default: '' },
		{ label: 'Send Once', default: 'perDay', shownAs: 'Once a Day' },
		{ label: 'ID', default: '' },
		{ label: 'Nonce', default: '' },
		{ label: 'Options > Account ID', default: '' },
		{ label: 'Options > Default Country', default: '' },
		{ label: 'Options > Do Not Send To', default: '' },
		{ label: 'Options > Flow ID', default: '' },
		{ label: 'Options > Labels', default: {} },
		{ label: 'Options > Max per Run', default: 10_000 },
		{ label: 'Options > Users per Request', default: 1 },
	],
};

const CREDENTIAL: Row[] = [
	{ label: 'API Token', default: '' },
	{ label: 'Region', default: 'global', shownAs: 'Global' },
	{ label: 'Analytics Base URL', default: '' },
	{ label: 'Notifications Base URL', default: '' },
	{ label: 'Account ID', default: '' },
	{ label: 'Flow ID', default: '' },
	{ label: 'Templates', default: '' },
	{ label: 'More Settings', default: false },
	{ label: 'Date Format', default: 'dateTime', shownAs: 'Date and Time' },
	{ label: 'End Date Included', default: true },
	{ label: 'Calls per Minute', default: 5 },
	{ label: 'Request Timeout (Seconds)', default: 300 },
	{
		label: 'Already Sent Words',
		default: 'duplicate nonce, nonce already exists, nonce already used',
	},
];

const { properties: settings } = new ChatCommerceApi();
const labelsOf = (fields: INodeProperties[]) => fields.map(({ displayName }) => displayName);
const operationOf = ({ parameters }: Panel) => `${parameters.resource} > ${parameters.operation}`;

function rowsOf(fields: INodeProperties[], panel?: Panel): Row[] {
	return fields.flatMap((field) => {
		if (field.type !== 'collection') return [rowOf(field, field.displayName)];
		return optionsOf(field, panel?.parameters ?? {}).map((option) => {
			return rowOf(option, `${field.displayName} > ${option.displayName}`);
		});
	});
}

function rowOf({ default: value, options = [] }: INodeProperties, label: string): Row {
	const choice = options.find((option) => 'value' in option && option.value === value);
	return choice ? { label, default: value, shownAs: choice.name } : { label, default: value };
}

/** The order of the fields is not part of the comparison. */
function inOrder(rows: Row[]): Row[] {
	return rows.toSorted((one, other) =>
		JSON.stringify(one).localeCompare(JSON.stringify(other), 'en'),
	);
}

it('each operation of the nodes has its fields in this file', () => {
	expect([...new Set(panels.map(operationOf))].sort()).toEqual(
		Object.keys(FIELDS_OF_OPERATION).sort(),
	);
});

it.each(panels)('$name has the fields and the defaults that are written down here', (panel) => {
	const { output = '' } = panel.parameters;
	const rows = FIELDS_OF_OPERATION[operationOf(panel)] ?? [];
	const expected = rows
		.filter(({ outputs }) => outputs === undefined || outputs.includes(output))
		.map((row) => {
			const shown = { ...row };
			delete shown.outputs;
			return shown;
		});
	expect(inOrder(rowsOf(panel.fields, panel))).toEqual(inOrder(expected));
});

it('the credential has the fields and the defaults that are written down here', () => {
	expect(inOrder(rowsOf(settings))).toEqual(inOrder(CREDENTIAL));
});

it.each([
	{ region: 'global', ownFields: [] },
	{ region: 'india', ownFields: [] },
	{ region: 'other', ownFields: ['Analytics Base URL', 'Notifications Base URL'] },
])('a new credential of the region $region shows few fields', ({ region, ownFields }) => {
	const shown = settings.filter((field) => isShown(field, { region, serviceDetails: false }));
	expect(labelsOf(shown)).toEqual([
		'API Token',
		'Region',
		...ownFields,
		'Account ID',
		'Flow ID',
		'Templates',
		'More Settings',
	]);
});

it('these are all regions', () => {
	const { options = [] } = settings.find(({ name }) => name === 'region') ?? {};
	expect(options).toMatchObject([{ value: 'global' }, { value: 'india' }, { value: 'other' }]);
});

it('a new node begins with Query > Run', () => {
	const { properties } = new Analytics().description;
	const resource = properties.find(({ name }) => name === 'resource');
	expect(resource?.default).toBe('query');
	const operations = properties.filter(({ name }) => name === 'operation');
	expect(operations.map((operation) => operation.default)).toEqual(['run', 'run']);
});

describe('A panel can be taken in at a glance', () => {
	const MAX_FIELDS = 9;
	const MAX_OPTIONS = 8;

	it.each(panels)(`$name shows at most ${MAX_FIELDS} fields at first`, ({ fields, parameters }) => {
		const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
		const shown = fields.filter((field) => isShown(field, { ...defaults, ...parameters }));
		expect(labelsOf(shown).slice(MAX_FIELDS)).toEqual([]);
	});

	it.each(panels)(
		`$name has at most ${MAX_OPTIONS} options, in alphabetical order`,
		({ fields, parameters }) => {
			const collections = fields.filter(({ name }) => name === 'options');
			const labels = labelsOf(collections.flatMap((field) => optionsOf(field, parameters)));
			expect(labels.slice(MAX_OPTIONS)).toEqual([]);
			expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')));
		},
	);
});
