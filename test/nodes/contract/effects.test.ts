import '../../support/quickWaits';
import type {
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';
import { filtersField } from '../../../nodes/Analytics/operations/fields/filters';
import type { ServiceOptions } from '../../service/options';
import { startService } from '../../service/service';
import { bytesOf } from '../../support/binaryFile';
import { runEitherNode } from '../../support/eitherNode';
import { phone, users } from '../../support/notificationsNode';
import { optionsOf, type Panel, panels } from '../../support/panels';
import { startFinishedJob } from '../../support/startedJobs';

/*
 * No field of the editor is without effect: another value than its default changes what is sent, what comes out, or
 * how the run ends, and an expression gives each item its own value. The fields are taken from the descriptions of the
 * nodes, so a new field fails here until it has a row in EFFECTS.
 */

interface Effect {
	/** The name of the field; that of the collection stands before it, such as `options.maxRows`. */
	field: string;
	/** The row is only for this operation, or only for this output. */
	operation?: string;
	output?: string;
	/** Another value than the default. */
	value: unknown;
	/** What differs from a run with the default, if not the request. */
	changes?: 'output' | 'error';
	/** What else must be set for the field to count. */
	given?: INodeParameters;
	/** How the service must behave for the field to count. */
	service?: Partial<ServiceOptions>;
	/**
	 * The value of the first item where only the second one has `value`. It is needed for a field whose default is empty
	 * and means that nothing is set: an expression without a value would be an error.
	 */
	firstItem?: string;
	/** The value is the same for the whole run: it is that of the first item, or different values are an error. */
	isOfWholeRun?: true;
	/** What the error says if an expression in the field fails, where it does not name the field by its label. */
	errorOfFailedExpression?: string;
}

const daysAgo = (days: number) => `={{ $today.minus(${days}, 'days') }}`;
const FIVE_DAYS_AGO = { dateRange: 'custom', startDate: daysAgo(5), endDate: daysAgo(4) };

/** Of several rows for a field, the first one that fits counts. */
const EFFECTS: Effect[] = [
	// Analytics.
	{
		field: 'queryName',
		operation: 'getResult',
		value: '',
		changes: 'error',
		errorOfFailedExpression: 'its query is not known',
	},
	{ field: 'queryName', value: 'usage_by_user' },
	{ field: 'dateRange', value: 'today' },
	{ field: 'days', value: 3, given: { dateRange: 'lastDays' } },
	{ field: 'startDate', value: daysAgo(6), given: FIVE_DAYS_AGO },
	{ field: 'endDate', value: daysAgo(3), given: FIVE_DAYS_AGO },
	{ field: 'returnAll', value: true },
	{ field: 'limit', value: 3 },
	...Object.keys(filtersField.fields).map((name): Effect => {
		const field = `filters.${name}`;
		return { field, value: 'a value', firstItem: 'another value' };
	}),
	{ field: 'output', output: 'csvFile', value: 'gzipFile', changes: 'output' },
	{ field: 'output', value: 'csvFile', changes: 'output' },
	{ field: 'binaryPropertyName', value: 'report', changes: 'output' },
	{
		field: 'jobId',
		value: '={{ $json.second }}',
		given: { options: { columnNames: 'secondRow' } },
	},
	{
		field: 'options.columnNames',
		value: 'secondRow',
		changes: 'output',
		service: { columnNames: 'firstRow' },
	},
	{ field: 'options.convertTypes', value: false, changes: 'output' },
	{
		field: 'options.fileName',
		value: 'mine.csv',
		changes: 'output',
		firstItem: 'another.csv',
	},
	{ field: 'options.maxRows', value: 1, changes: 'output' },
	{
		field: 'options.maxWait',
		value: 1,
		changes: 'error',
		service: { states: ['RUNNING', 'RUNNING', 'RUNNING', 'RUNNING'] },
	},
	{ field: 'options.outputColumns', value: ['hour_block'], changes: 'output' },
	{
		field: 'options.timeZone',
		value: 'Pacific/Kiritimati',
		firstItem: 'America/Sao_Paulo',
	},

	// Notifications.
	{
		field: 'templateId',
		value: 'order_shipped',
		given: { paramsMode: 'json', paramsJson: '{ "name": "Ana", "order_id": "7" }' },
	},
	{ field: 'phone', value: phone(9) },
	{
		field: 'paramsMode',
		value: 'json',
		given: { paramsJson: '{ "name": "Ana" }' },
	},
	{
		field: 'paramAssignments',
		value: { assignments: [{ name: 'name', value: 'Ana', type: 'string' }] },
	},
	{
		field: 'paramsForm',
		value: { mappingMode: 'defineBelow', value: { name: 'Ana' } },
		given: { paramsMode: 'form' },
	},
	{
		field: 'paramsJson',
		value: '{ "name": "Ana" }',
		given: { paramsMode: 'json', paramsJson: '{}' },
	},
	{ field: 'sendOnce', value: 'always' },
	{
		field: 'eventId',
		value: '={{ "second-" + $json.name }}',
		given: { sendOnce: 'perId', eventId: '={{ "first-" + $json.name }}' },
	},
	{
		field: 'nonce',
		// Two items with the same nonce would be an error.
		value: '={{ "second-" + $json.name }}',
		given: { sendOnce: 'nonce', nonce: '={{ "first-" + $json.name }}' },
	},
	{ field: 'sendTo', value: 'nobody' },
	{
		field: 'testPhone',
		value: phone(8),
		given: { sendTo: 'testPhone', testPhone: phone(7) },
		isOfWholeRun: true,
	},
	{
		field: 'options.accountId',
		value: 'account-2',
		firstItem: 'account-3',
	},
	{ field: 'options.flowId', value: 'flow-2', firstItem: 'flow-3' },
	{
		field: 'options.defaultCountry',
		value: 'BR',
		changes: 'error',
		given: { phone: '11 98765-4321' },
	},
	{ field: 'options.doNotSendTo', value: phone(0), isOfWholeRun: true },
	{
		field: 'options.labels',
		value: { values: [{ key: 'campaign', value: 'spring' }] },
		errorOfFailedExpression: 'Label 1 > Value: {{ $json.a.b }} gave no value',
	},
	{
		field: 'options.buttons',
		value: { values: [{ position: 1, value: '/track/1' }] },
		errorOfFailedExpression: 'Link Button 1: {{ $json.a.b }} gave no value',
	},
	{ field: 'options.maxPerRun', value: 1, changes: 'error', isOfWholeRun: true },
];

interface Field {
	/** As in `Effect`. */
	name: string;
	/** As on the screen: "Options > Limit". */
	label: string;
	description: string;
	default: unknown;
	/** An expression can give the field as a whole another value for each item. */
	takesExpressions: boolean;
	effect: Effect;
}

/** The request does not depend on the output, so a field that changes it is tried with one output alone. */
function fieldsOf(panel: Panel): Field[] {
	const { operation, resource } = panel.parameters;
	const first = panels.find(({ parameters }) => {
		return parameters.operation === operation && parameters.resource === resource;
	});
	const fields = panel.fields.filter(({ type }) => type !== 'notice');
	return fields
		.flatMap((field) => {
			if (field.type !== 'collection')
				return [fieldOf(panel, field, field.name, field.displayName)];
			return optionsOf(field, panel.parameters).map((option) => {
				const label = `${field.displayName} > ${option.displayName}`;
				return fieldOf(panel, option, `${field.name}.${option.name}`, label);
			});
		})
		.filter((field) => field !== undefined)
		.filter(({ effect }) => panel === first || effect.changes !== undefined);
}

/** The fields that no row of EFFECTS is about. A test names them, and the tests of all others run. */
const withoutRow = new Set<string>();

/** @returns undefined if it has no row */
function fieldOf(
	{ parameters }: Panel,
	property: INodeProperties,
	name: string,
	label: string,
): Field | undefined {
	const effect = EFFECTS.find((row) => {
		return (
			row.field === name &&
			(row.operation ?? parameters.operation) === parameters.operation &&
			(row.output ?? parameters.output) === parameters.output
		);
	});
	if (!effect) {
		withoutRow.add(name);
		return undefined;
	}
	const { noDataExpression, type } = property;
	return {
		name,
		label,
		description: property.description ?? '',
		default: property.default,
		// A fixed collection takes them in its parts alone: specification.test.ts has those of Labels.
		takesExpressions: noDataExpression !== true && type !== 'fixedCollection',
		effect,
	};
}

function valueIn(parameters: INodeParameters, field: string): unknown {
	const [name = '', option] = field.split('.');
	if (option === undefined) return parameters[name];
	return (parameters[name] as INodeParameters | undefined)?.[option];
}

function withValue(parameters: INodeParameters, field: string, value: unknown): INodeParameters {
	const [name = '', option] = field.split('.');
	if (option === undefined) return { ...parameters, [name]: value as NodeParameterValueType };
	const collection = { ...(parameters[name] as object), [option]: value };
	return { ...parameters, [name]: collection as INodeParameters };
}

/** An expression that gives the second item another value than the first one. */
function expressionOf(first: unknown, second: unknown): string {
	return `={{ $itemIndex === 1 ? (${codeOf(second)}) : (${codeOf(first)}) }}`;
}

/** A value as JavaScript. The value may be an expression itself. */
function codeOf(value: unknown): string {
	if (typeof value === 'string' && value.startsWith('={{')) return value.slice(3, -2);
	// Two braces next to each other would end the expression, so each one gets a line of its own.
	return JSON.stringify(value, null, 1);
}

/** The options that hold rows, with what else a row of theirs needs. */
const GROUPS = new Map([
	['options.labels', { key: 'a' }],
	['options.buttons', { position: 1 }],
]);

type Observation = Awaited<ReturnType<typeof observeAnew>>;

const observations = new Map<string, Promise<Observation>>();

/**
 * Runs the node with two items. What can be seen from outside is the same for two runs of the same parameters, so most
 * tests share the run that they compare theirs with.
 */
async function observe(
	parameters: INodeParameters,
	options: Partial<ServiceOptions> = {},
): Promise<Observation> {
	const key = JSON.stringify([sorted(parameters), options]);
	const earlier = observations.get(key);
	if (earlier) return await earlier;
	const observation = observeAnew(parameters, options);
	observations.set(key, observation);
	return await observation;
}

function sorted(parameters: INodeParameters): object {
	return Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
}

async function observeAnew(parameters: INodeParameters, options: Partial<ServiceOptions>) {
	const service = await startService({ states: [], ...options });
	try {
		const items = users(2);
		if (parameters.jobId !== undefined) {
			const { jobId: first } = await startFinishedJob(service);
			const { jobId: second } = await startFinishedJob(service, { queryName: 'usage_by_user' });
			for (const { json } of items) Object.assign(json, { first, second });
		}
		const requestsBefore = service.requests.length;
		const run = await runEitherNode(service, parameters, { items });
		const output = await Promise.all(run.items.map(contentOf));
		return {
			request: service.requests
				.slice(requestsBefore)
				.map(({ method, url, body }) => ({ method, url, body })),
			output: JSON.stringify(output).replace(TIMES, 'a time'),
			error: run.error?.message ?? '',
		};
	} finally {
		await service.close();
	}
}

/** Moments, and how long something took: they differ between two runs. */
const TIMES = /\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z|\d+ seconds?\b/g;

async function contentOf(item: INodeExecutionData): Promise<object> {
	const stored = Object.entries(item.binary ?? {});
	const files = stored.map(async ([field, { fileName, mimeType }]) => {
		const bytes = await bytesOf(item, field);
		return { field, fileName, mimeType, content: bytes.toString('base64') };
	});
	return { json: item.json, files: await Promise.all(files) };
}

/** With these, an operation runs without an error. */
function neededParameters({ parameters, fields }: Panel): INodeParameters {
	const needed: INodeParameters = {
		queryName: 'messages_by_hour_block',
		dateRange: 'yesterday',
		templateId: 'welcome',
		phone: '={{ $json.phone }}',
		sendTo: 'everyone',
		// What another value of Send Once needs.
		eventId: 'id-1',
		...parameters,
	};
	if (fields.some(({ name }) => name === 'jobId')) needed.jobId = '={{ $json.first }}';
	return needed;
}

it('EFFECTS says of each field what it changes', () => {
	expect([...withoutRow]).toEqual([]);
});

it('each row of EFFECTS is about a field that the editor shows', () => {
	const used = new Set(panels.flatMap((panel) => fieldsOf(panel).map(({ effect }) => effect)));
	expect(EFFECTS.filter((effect) => !used.has(effect))).toEqual([]);
});

/** The fields that the user adds to a collection, such as Options, with the operation to which each is added. */
const ADDED_FIELDS = panels.flatMap((panel) => {
	const added = fieldsOf(panel).filter(({ name }) => name.includes('.'));
	return added.map((field) => ({ ...field, panel }));
});

/** An empty field must be filled in once it is added, unless its description says what an empty one means. */
function mayKeepDefault({ default: usual, description }: Field): boolean {
	return usual !== '' || /\bif empty\b/i.test(description);
}

describe('Fields that are added with their defaults', () => {
	it.each(panels)('change nothing: $name', async (panel) => {
		const given = neededParameters(panel);
		let withDefaults = given;
		for (const field of ADDED_FIELDS) {
			const isKept = field.panel === panel && mayKeepDefault(field);
			if (isKept) withDefaults = withValue(withDefaults, field.name, field.default);
		}
		const before = await observe(given);
		expect(before.error).toBe('');
		expect(await observe(withDefaults)).toEqual(before);
	});

	const emptyAtFirst = ADDED_FIELDS.filter((field) => !mayKeepDefault(field));
	it.each(emptyAtFirst)(
		'must be filled in if they are empty: $panel.name, $label',
		async (field) => {
			const given = neededParameters(field.panel);
			const { request, error } = await observe(withValue(given, field.name, ''));
			expect(error).toBe(`${field.label} has no value`);
			expect(request).toEqual([]);
		},
	);
});

describe.each(panels)('$name', (panel) => {
	const fields = fieldsOf(panel);
	const needed = neededParameters(panel);

	it.each(fields)('$label has an effect', async ({ name, effect }) => {
		const { value, changes = 'request', service } = effect;
		const given = { ...needed, ...effect.given };
		const before = await observe(given, service);
		const after = await observe(withValue(given, name, value), service);
		expect(after[changes]).not.toEqual(before[changes]);
		// An error would change all else, too; and two errors prove nothing.
		const errors = [before.error, after.error].filter((error) => error !== '');
		expect(errors).toHaveLength(changes === 'error' ? 1 : 0);
	});

	const ofEachItem = fields.filter(({ effect, takesExpressions }) => {
		return takesExpressions && effect.changes !== 'error' && effect.isOfWholeRun !== true;
	});
	it.each(ofEachItem)('$label is read for each item', async (field) => {
		const { name, effect } = field;
		const given = { ...needed, ...effect.given };
		const { firstItem, value: second, changes = 'request', service } = effect;
		const first = firstItem ?? valueIn(given, name) ?? field.default;
		const firstGiven = firstItem === undefined ? given : withValue(given, name, firstItem);
		const firstForBoth = await observe(firstGiven, service);
		const secondForBoth = await observe(withValue(given, name, second), service);
		const forEach = expressionOf(first, second);
		const oneForEach = await observe(withValue(given, name, forEach), service);

		// A run that ends in an error differs from all others, whichever item the value was read from.
		expect(firstForBoth.error).toBe('');
		expect(secondForBoth.error).toBe('');
		expect(oneForEach.error).toBe('');
		expect(oneForEach[changes]).not.toEqual(firstForBoth[changes]);
		expect(oneForEach[changes]).not.toEqual(secondForBoth[changes]);
	});

	// For an expression that fails, n8n silently gives undefined.
	it.each(fields)(
		'$label does not fall back to its default if an expression fails',
		async (field) => {
			const { name, label, effect } = field;
			const given = {
				...needed,
				testPhone: phone(7),
				...effect.given,
				phone: phone(0),
			};
			const failing = '={{ $json.a.b }}';
			const value = GROUPS.has(name)
				? { values: [{ ...GROUPS.get(name), value: failing }] }
				: failing;
			const { error } = await observe(withValue(given, name, value));
			expect(error).toContain(effect.errorOfFailedExpression ?? label);
		},
	);
});

/*
 * The service takes a message for one that it has already sent if the nonce is the same. So a field that changes what a
 * user receives must change the nonce as well, or the user never gets the changed message.
 */
describe('changes the nonce if it changes what the user receives:', () => {
	const send = panels.filter(({ parameters }) => parameters.resource === 'notification');
	const cases = send.flatMap((panel) =>
		fieldsOf(panel).map(({ label, name, effect }) => ({ panel, label, name, effect })),
	);

	it.each(cases)('$label', async ({ panel, name, effect }) => {
		const given = { ...neededParameters(panel), ...effect.given };
		const before = receivedByNonce(await observe(given));
		const after = receivedByNonce(await observe(withValue(given, name, effect.value)));
		expect(before.size + after.size).toBeGreaterThan(0);
		const shared = [...after.keys()].filter((nonce) => before.has(nonce));
		expect(shared.map((nonce) => after.get(nonce))).toEqual(
			shared.map((nonce) => before.get(nonce)),
		);
	});
});

/** What the users of a run receive, and from whom. A message without a nonce is always sent. */
function receivedByNonce({ request }: Observation): Map<string, object> {
	const received = new Map<string, object>();
	for (const { url, body } of request) {
		// All that is not about one user is the same for each: such as the template.
		const { users: sent, ...shared } = body as { users: Array<Record<string, unknown>> };
		for (const { nonce, ...content } of sent) {
			// The same person, however the phone is written: message/phone.number.test.ts.
			delete content.phone;
			if (nonce !== '') received.set(String(nonce), { url, shared, content });
		}
	}
	return received;
}
