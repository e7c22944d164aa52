import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { outputsWith } from '../../../nodes/Analytics/outputs/outputs';
import type { ServiceOptions } from '../../service/options';
import { startService } from '../../service/service';
import { runAnalytics } from '../../support/analyticsNode';
import { phone, runNotifications, users } from '../../support/notificationsNode';
import { optionsOf, type Panel, panels } from '../../support/panels';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/*
 * No field is dead: another value than the default changes what is sent, what comes out, or how it ends; an expression
 * gives each item its own. The list of fields is that of the editor, so a new one without a row here fails.
 */

type Part = 'request' | 'output' | 'error';
interface Effect {
	value: unknown;
	on: Part;
	given?: INodeParameters;
	service?: Partial<ServiceOptions>;
}

const daysAgo = (days: number) => `={{ $today.minus(${days}, 'days') }}`;
const CUSTOM = { dateRange: 'custom', startDate: daysAgo(5), endDate: daysAgo(4) };
const SECOND_JOB = '={{ $json.second }}';
const request = (value: unknown, given: INodeParameters = {}): Effect => {
	return { value, on: 'request', given };
};
const output = (value: unknown, given: INodeParameters = {}): Effect => {
	return { value, on: 'output', given };
};

const error = (value: unknown): Effect => ({ value, on: 'error' });
const asJson = (paramsJson: string) => ({ paramsMode: 'json', paramsJson });
const FORM = { paramsMode: 'form' };

/** By name; with the operation or output before it, where that makes a difference. */
const EFFECTS: Record<string, Effect> = {
	queryName: request('usage_by_user'),
	'getResult > queryName': error(''),
	dateRange: request('today'),
	days: request(3, { dateRange: 'lastDays' }),
	startDate: request(daysAgo(6), CUSTOM),
	endDate: request(daysAgo(3), CUSTOM),
	returnAll: request(true),
	limit: request(3),
	...Object.fromEntries(
		['campaignName', 'flow', 'lastStatus', 'notificationTemplate', 'storeId', 'storefront', 'userId']
			.map((name) => [`filters.${name}`, request('a value')]), // prettier-ignore
	),
	output: output('csvFile'),
	'csvFile > output': output('gzipFile'),
	binaryPropertyName: output('report'),
	workflowId: output('another'),
	rowsPerBatch: output(5),
	startAtRow: output(2),
	jobId: request(SECOND_JOB, { options: { columnNames: 'secondRow' } }),
	'options.columnNames': { ...output('secondRow'), service: { columnNames: 'firstRow' } },
	'options.convertTypes': output(false),
	'options.fileName': output('mine.csv'),
	'options.maxRows': output(1),
	'options.maxWait': { ...error(1), service: { states: Array<string>(4).fill('RUNNING') } },
	'options.outputColumns': output(['hour_block']),
	'options.timeZone': request('Pacific/Kiritimati'),

	templateId: request('order_shipped', asJson('{ "name": "Ana", "order_id": "7" }')),
	phone: request(phone(9)),
	paramsMode: request('json', { paramsJson: '{ "name": "Ana" }' }),
	paramAssignments: request({ assignments: [{ name: 'name', value: 'Ana', type: 'string' }] }),
	paramsForm: request({ mappingMode: 'defineBelow', value: { name: 'Ana' } }, FORM),
	paramsJson: request('{ "name": "Ana" }', asJson('{}')),
	excludeFields: request('name', { paramsMode: 'allFields' }),
	sendOnce: request('always'),
	nonce: request('id-2', { sendOnce: 'perId', nonce: 'id-1' }),
	sendTo: request('nobody'),
	testPhone: request(phone(8), { sendTo: 'testPhone', testPhone: phone(7) }),
	labels: request({ values: [{ key: 'campaign', value: 'spring' }] }),
	'options.accountId': request('account-2'),
	'options.flowId': request('flow-2'),
	'options.batchSize': request(2),
	'options.defaultCountry': { value: 'BR', on: 'error', given: { phone: '11 98765-4321' } },
	'options.doNotSendTo': request(phone(0)),
	'options.maxPerRun': error(1),
};

/** The same for all items: that of the first one, or an error. */
const OF_THE_RUN = ['testPhone', 'options.batchSize', 'options.doNotSendTo', 'options.maxPerRun'];

/** What is said of a field, where it is not its label. */
const SAYS: Record<string, string> = {
	labels: 'Label 1 has no value',
	...Object.fromEntries(
		outputsWith('hasColumnNames').map((output) => {
			return [`bulkExport > getResult > ${output} > queryName`, 'its query is not known'];
		}),
	),
};

/** By name the label, also of the fields of a collection: `options.maxRows`, "Options > Limit". */
function labelsOf({ fields, parameters }: Panel): Array<[name: string, label: string]> {
	return fields
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) => {
			if (field.type !== 'collection') return [[field.name, field.displayName] as const];
			return optionsOf(field, parameters).map(
				({ name, displayName }) =>
					[`${field.name}.${name}`, `${field.displayName} > ${displayName}`] as const,
			);
		})
		.map(([name, label]) => [name, label]);
}

function effectOf({ name }: Panel, field: string): Effect | undefined {
	const [, operation, output] = name.split(' > ');
	const own = [operation, output].map((place) => EFFECTS[`${place} > ${field}`]).find(Boolean);
	return own ?? EFFECTS[field];
}

function defaultOf({ fields, parameters }: Panel, field: string): unknown {
	const [name, inner] = field.split('.');
	const outer = fields.find((each) => each.name === name);
	const own =
		inner && outer ? optionsOf(outer, parameters).find((each) => each.name === inner) : outer;
	return own?.default;
}

function withValue(parameters: INodeParameters, field: string, value: unknown): INodeParameters {
	const [name = '', inner] = field.split('.');
	const chosen = inner ? { ...(parameters[name] as object), [inner]: value } : value;
	return { ...parameters, [name]: chosen } as INodeParameters;
}

/** The other value for the second item alone. */
function mixed(value: unknown, other: unknown): string {
	const inner = (each: unknown) =>
		typeof each === 'string' && each.startsWith('=')
			? each.slice(3, -2)
			: (JSON.stringify(each) ?? "''").replaceAll('}}', '} }').replaceAll('{{', '{ {');
	return `={{ $itemIndex === 1 ? (${inner(other)}) : (${inner(value)}) }}`;
}

/** All that can be seen from outside. Two runs of the same parameters have the same. */
async function seen(parameters: INodeParameters, options?: Partial<ServiceOptions>) {
	const service = await startService({ ...options, refusesOneIn: 0 });
	try {
		const sub = new SubWorkflow();
		const items = users(2);
		if (parameters.jobId !== undefined) {
			const [first, second] = await startTwoJobs(service);
			for (const { json } of items) Object.assign(json, { first, second });
		}
		const from = service.requests.length;
		const run =
			parameters.resource === 'notification'
				? await runNotifications(service, parameters, { items })
				: await runAnalytics(service, parameters, { items, executeWorkflow: sub.execute });
		const calls = sub.calls.map(([{ id }]) => id);
		const contents = await Promise.all(run.items.map(contentOf));
		return {
			request: service.requests.slice(from).map(({ method, url, body }) => [method, url, body]),
			output: JSON.stringify([contents, sub.batches, calls]).replace(NOW, 'now'),
			error: run.error?.message ?? '',
		};
	} finally {
		await service.close();
	}
}

/** Moments, and how long something took. */
const NOW = /\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z|\d+ seconds?\b/g;

async function contentOf({ json, binary = {} }: INodeExecutionData) {
	const files = Object.entries(binary).map(async ([name, file]) => {
		const bytes = await Container.get(BinaryDataService).getAsBuffer(file);
		return [name, file.fileName, file.mimeType, bytes.toString('base64')];
	});
	return { json, files: await Promise.all(files) };
}

async function startTwoJobs(service: Awaited<ReturnType<typeof startService>>): Promise<string[]> {
	for (const queryName of ['messages_by_hour_block', 'usage_by_user']) {
		const start = { resource: 'bulkExport', operation: 'start', queryName };
		await runAnalytics(service, start);
	}
	for (const job of service.jobs.values()) job.looks = 10;
	return [...service.jobs.keys()];
}

const OF_SEND = { templateId: 'welcome', phone: '={{ $json.phone }}' };
const DEFAULTS = { queryName: 'messages_by_hour_block', dateRange: 'yesterday', ...OF_SEND };

describe.each(panels.map((panel) => [panel.name, panel] as const))('%s', (_, panel) => {
	const labels = labelsOf(panel);
	const names = labels.map(([name]) => name);
	const needed: INodeParameters = {
		...DEFAULTS,
		...panel.parameters,
		...(panel.name.includes('subWorkflow') ? { workflowId: WORKFLOW_ID } : {}),
		...(names.includes('jobId') ? { jobId: '={{ $json.first }}' } : {}),
	};

	it('does the same with each option added, with its default', async () => {
		const added = panel.fields
			.flatMap((field) => (field.name === 'options' ? optionsOf(field, panel.parameters) : []))
			// One that has none must be filled in.
			.filter((option) => option.default !== '')
			.map((option) => [option.name, option.default] as const);
		const options = Object.fromEntries<NodeParameterValueType>(added);
		expect(await seen({ ...needed, options })).toEqual(await seen(needed));
	});

	it.each(names)('%s has an effect', async (field) => {
		const effect = effectOf(panel, field);
		if (!effect) throw new Error(`Say in EFFECTS what ${field} changes`);
		const given = { ...needed, ...effect.given };
		const before = await seen(given, effect.service);
		const after = await seen(withValue(given, field, effect.value), effect.service);
		expect(after[effect.on]).not.toEqual(before[effect.on]);
		// An error would change all else, too; and two errors prove nothing.
		expect([before.error, after.error].filter(Boolean)).toHaveLength(effect.on === 'error' ? 1 : 0);
		if (effect.on === 'error' || OF_THE_RUN.includes(field)) return;

		const [name = '', inner] = field.split('.');
		const { type, noDataExpression } = panel.fields.find((each) => each.name === name)!;
		// Of one whose parts alone may be expressions, see specification.test.ts.
		if (noDataExpression === true || type === 'fixedCollection') return;
		const chosen = inner ? (given[name] as INodeParameters | undefined)?.[inner] : given[name];
		const value = chosen ?? defaultOf(panel, field);
		// What one of the two items needs must be there for both.
		const needs = { workflowId: WORKFLOW_ID, nonce: 'id-1', ...given };
		const own = withValue(needs, field, mixed(value, effect.value));
		const each = (await seen(own, effect.service))[effect.on];
		expect(each).not.toEqual(before[effect.on]);
		expect(each).not.toEqual(after[effect.on]);
	});

	// n8n gives undefined for one, without a word.
	it.each(labels)('%s takes no default for an expression that fails', async (field, label) => {
		const all = { workflowId: WORKFLOW_ID, nonce: 'id-1', testPhone: phone(7) };
		const own = label === 'Nonce' ? { sendOnce: 'nonce' } : effectOf(panel, field)?.given;
		const fails = '={{ $json.a.b }}';
		const value = field === 'labels' ? { values: [{ key: 'a', value: fails }] } : fails;
		const given = { ...needed, ...all, ...own, phone: phone(0) };
		const { error } = await seen(withValue(given, field, value));
		expect(error).toContain(SAYS[field] ?? SAYS[`${panel.name} > ${field}`] ?? label);
	});
});
