import type { INodeProperties } from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { isShown, optionsOf, type Panel, panels } from '../../support/panels';

/* Every default, once, as the panels show it: `Label: default`, and a label alone where it is empty. */

const QUERY = `
	Query Name: list messages_by_day | Date Range: Yesterday | Days: 7 | Start Date | End Date`;
const FILTERS = `
	Filters > Campaign Name | Filters > Flow ID | Filters > Last Status | Filters > Notification Template
	Filters > Store ID | Filters > Storefront Name | Filters > User ID`;
const OUTPUT = `
	Output: Items | Put Output File in Field: data | Workflow | Rows per Batch: 10000`;
const OF_ROWS = `
	Options > Column Names: Automatic | Options > Convert Types: On | Options > File Name | Options > Limit: 50`;

const PANELS: Record<string, string> = {
	'query > run': `${QUERY}
		Return All: Off | Limit: 50 ${FILTERS}
		Options > Output Columns | Options > Time Zone`,
	'bulkExport > run': `${QUERY} ${OUTPUT} ${FILTERS} ${OF_ROWS}
		Options > Max Wait (Seconds): 1800 | Options > Output Columns | Options > Time Zone`,
	'bulkExport > start': `${QUERY} ${FILTERS}
		Options > Time Zone`,
	'bulkExport > getStatus': 'Job ID: ={{ $json.jobId }}',
	'bulkExport > getResult': `
		Job ID: ={{ $json.jobId }} ${OUTPUT}
		Query Name: name ={{ $json.queryName }} | Start at Row: 1 ${OF_ROWS}
		Options > Output Columns`,
	'notification > send': `
		Template: id | Phone | Parameters: Define Below | Parameters to Send
		Parameters to Send: defineBelow | Parameters (JSON): {} | Fields to Exclude
		Send Once: Once a Day | ID | Nonce | Send To: Everyone, Once Published | Test Phone
		Options > Account ID | Options > Default Country | Options > Do Not Send To
		Options > Flow ID | Options > Labels | Options > Max per Run: 10000 | Options > Users per Request: 1`,
	credential: `
		API Token | Region: Global | Analytics Base URL | Notifications Base URL | Account ID | Flow ID
		Templates | More Settings: Off | Date Format: Date and Time | End Date Included: On
		Calls per Minute: 5 | Request Timeout (Seconds): 300
		Already Sent Words: duplicate nonce, nonce already exists, nonce already used`,
};

function linesOf(fields: INodeProperties[]): string[] {
	return fields.flatMap((field) => {
		if (field.type !== 'collection') return [lineOf(field)];
		return optionsOf(field, {}).map((each) => `${field.displayName} > ${lineOf(each)}`);
	});
}

function lineOf(field: INodeProperties): string {
	const { displayName, default: value, options = [] } = field;
	const chosen = options.find((option) => 'value' in option && option.value === value);
	const text = chosen?.name ?? shown(value);
	return text === '' ? displayName : `${displayName}: ${text}`;
}

function shown(value: unknown): string {
	if (typeof value === 'boolean') return value ? 'On' : 'Off';
	if (typeof value !== 'object' || value === null) return String(value);
	// Of a locator, and of a form.
	const { mode, mappingMode, value: inner } = value as Record<string, unknown>;
	return [mode ?? mappingMode, inner].filter(Boolean).join(' ');
}

it('the defaults are those of the table', () => {
	const found = new Map([['credential', linesOf(new ChatCommerceApi().properties)]]);
	// Of all outputs together: a default does not depend on the output.
	for (const { name, fields } of panels) {
		const operation = name.split(' > ').slice(0, 2).join(' > ');
		found.set(operation, [...(found.get(operation) ?? []), ...linesOf(fields)]);
	}
	expect([...found.keys()].sort()).toEqual(Object.keys(PANELS).sort());
	for (const [name, lines] of found) {
		const wanted = PANELS[name]?.trim().split(/\s*[|\n]\s*/);
		expect([name, ...new Set(lines)].sort()).toEqual([name, ...(wanted ?? [])].sort());
	}
});

const OTHER = ['Analytics Base URL', 'Notifications Base URL'];
const REGIONS: Record<string, string[]> = { global: [], india: [], other: OTHER };
const { properties: settings } = new ChatCommerceApi();
const { options: regions = [] } = settings.find(({ name }) => name === 'region') ?? {};

const names = regions.map((region) => ('value' in region ? String(region.value) : region.name));
it.each(names)('a new credential: %s', (region) => {
	const shown = settings.filter((field) => isShown(field, { region, serviceDetails: false }));
	const last = ['Account ID', 'Flow ID', 'Templates', 'More Settings'];
	const labels = ['API Token', 'Region', ...(REGIONS[region] ?? ['?']), ...last];
	expect(labelsOf(shown)).toEqual(labels);
});

it('a new node begins with Query > Run', () => {
	const { properties } = new Analytics().description;
	const chosen = properties.filter(({ name }) => /^(resource|operation)$/.test(name));
	expect(chosen.map(({ default: first }) => first)).toEqual(['query', 'run', 'run']);
});

/* A panel reads in one look: what n8n shows of each operation, computed from the nodes' descriptions. */

const MAX_FIELDS = 9;
const MAX_OPTIONS = 8;

/** Whether n8n shows a field while all others have their defaults. */
function shownFields({ fields, parameters }: Panel): INodeProperties[] {
	const defaults = Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));
	return fields.filter((field) => isShown(field, { ...defaults, ...parameters }));
}

const labelsOf = (fields: INodeProperties[]) => fields.map(({ displayName }) => displayName);

describe.each(panels.map((panel) => [panel.name, panel] as const))('%s', (_, panel) => {
	it(`shows at most ${MAX_FIELDS} fields at first look`, () => {
		expect(labelsOf(shownFields(panel)).slice(MAX_FIELDS)).toEqual([]);
	});

	it(`has at most ${MAX_OPTIONS} options, in alphabetical order`, () => {
		const options = panel.fields.filter(({ name }) => name === 'options');
		const labels = labelsOf(options.flatMap((field) => optionsOf(field, panel.parameters)));
		expect(labels.slice(MAX_OPTIONS)).toEqual([]);
		expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')));
	});
});
