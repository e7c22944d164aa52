import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeParameters,
	NodeParameterValueType,
} from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import type { Fault } from '../../service/faults';
import type { ServiceOptions } from '../../service/options';
import type { Endpoint } from '../../service/requests';
import { startService } from '../../service/service';
import { runAnalytics } from '../../support/analyticsNode';
import { phone, runNotifications, users } from '../../support/notificationsNode';
import { optionsOf, type Panel, panels } from '../../support/panels';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/*
 * No field and no option is dead: of each operation, with each output, another value than the default
 * changes what is sent, what comes out or is said, or how it ends. So does each setting of the credential. The
 * list of fields is that of the editor, so a new one without a row here fails.
 */

interface Circumstances {
	/** The parameters that both runs have besides. */
	given?: INodeParameters;
	credential?: ICredentialDataDecryptedObject;
	service?: Partial<ServiceOptions>;
	fault?: [Endpoint, Fault, times?: number];
}
interface Effect extends Circumstances {
	value: unknown;
	/** What it changes. */
	on: 'request' | 'output' | 'hint' | 'error';
}

const CUSTOM: INodeParameters = {
	dateRange: 'custom',
	startDate: "={{ $today.minus(5, 'days') }}",
	endDate: "={{ $today.minus(4, 'days') }}",
};
const daysAgo = (days: number) => `={{ $today.minus(${days}, 'days') }}`;
const request = (value: unknown, given: INodeParameters = {}): Effect => {
	return { value, on: 'request', given };
};
const output = (value: unknown, given: INodeParameters = {}): Effect => {
	return { value, on: 'output', given };
};

/** By name; with the operation or output before it, where that makes a difference. */
const EFFECTS: Record<string, Effect> = {
	queryName: request('usage_by_user'),
	'getResult > queryName': { value: '', on: 'error' },
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
	/** Of the two that have been started. */
	jobId: request(1, { options: { columnNames: 'secondRow' } }),
	'options.columnNames': {
		value: 'secondRow',
		on: 'output',
		service: { columnNames: 'firstRow' },
	},
	'options.convertTypes': output(false),
	'options.fileName': output('mine.csv'),
	'options.maxRows': output(1),
	'options.maxWait': {
		value: 1,
		on: 'error',
		service: { states: Array<string>(4).fill('RUNNING') },
	},
	'options.outputColumns': output(['hour_block']),
	'options.timeZone': request('Pacific/Kiritimati'),

	templateId: request('order_shipped', {
		paramsMode: 'json',
		paramsJson: '{ "name": "Ana", "order_id": "7" }',
	}),
	phone: request(phone(9)),
	paramsMode: request('json', { paramsJson: '{ "name": "Ana" }' }),
	paramAssignments: request({ assignments: [{ name: 'name', value: 'Ana', type: 'string' }] }),
	paramsForm: request(
		{ mappingMode: 'defineBelow', value: { name: 'Ana' } },
		{ paramsMode: 'form' },
	),
	paramsJson: request('{ "name": "Ana" }', { paramsMode: 'json' }),
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
	'options.maxPerRun': { value: 1, on: 'error' },
};

const WELCOME: INodeParameters = { resource: 'notification', operation: 'send' };
const REFUSED = { success: false, reason: 'Gone' };

/** Of the credential, with Query > Run if nothing else is chosen. */
const SETTINGS: Record<string, Effect> = {
	apiToken: { value: 'another', on: 'error' },
	/** No test calls what the regions call; connection.test.ts has it. */
	region: { value: 'another', on: 'error' },
	analyticsBaseUrl: { value: '', on: 'error' },
	notificationsBaseUrl: { value: '', on: 'error', given: WELCOME },
	accountId: request('account-2', WELCOME),
	flowId: request('flow-2', WELCOME),
	templates: {
		value: '[{ "id": "welcome", "params": ["name"], "required": ["name"] }]',
		on: 'error',
		given: WELCOME,
	},
	serviceDetails: { ...request(false), credential: { dateFormat: 'date' } },
	dateFormat: request('date'),
	endDateIncluded: { ...request(false), credential: { dateFormat: 'date' } },
	callsPerMinute: {
		value: 1,
		on: 'hint',
		given: { returnAll: true, dateRange: 'lastDays', days: 31 },
	},
	/** It asks again. */
	requestTimeout: { ...request(10), fault: ['query', { kind: 'delay', ms: 60_000 }] },
	alreadySentWords: {
		value: 'gone',
		on: 'error',
		given: WELCOME,
		fault: ['notifications', { kind: 'wrongShape', body: REFUSED }, Infinity],
	},
};

/** What is said of a field, where it is not its label. */
const SAYS: Record<string, string> = {
	labels: 'Label 1 has no value',
	...Object.fromEntries(
		['items', 'csvFile', 'subWorkflow'].map((output) => [
			`bulkExport > getResult > ${output} > queryName`,
			'its query is not known',
		]),
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

function withValue(parameters: INodeParameters, field: string, value: unknown): INodeParameters {
	const [name = '', inner] = field.split('.');
	const chosen = inner ? { ...(parameters[name] as object), [inner]: value } : value;
	return { ...parameters, [name]: chosen } as INodeParameters;
}

/** All that can be seen from outside. Two runs of the same parameters have the same. */
async function seen(parameters: INodeParameters, circumstances: Circumstances = {}) {
	const { credential = {}, fault } = circumstances;
	const service = await startService({ ...circumstances.service, refusesOneIn: 0 });
	try {
		if (fault) service.faults.add(...fault);
		const sub = new SubWorkflow();
		const node = { ...parameters };
		if (typeof node.jobId === 'number') node.jobId = (await startTwoJobs(service))[node.jobId]!;
		const from = service.requests.length;
		const run =
			node.resource === 'notification'
				? await runNotifications(service, node, { credential, items: users(2) })
				: await runAnalytics(service, node, { credential, executeWorkflow: sub.execute });
		const calls = sub.calls.map(([{ id }]) => id);
		const items = await Promise.all(run.items.map(contentOf));
		return {
			request: service.requests.slice(from).map(({ method, url, body }) => [method, url, body]),
			output: JSON.stringify([items, sub.batches, calls]).replace(NOW, 'now'),
			hint: JSON.stringify(run.hints).replace(NOW, 'now'),
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

type Seen = Awaited<ReturnType<typeof seen>>;

function checkEffect(on: Effect['on'], before: Seen, after: Seen): void {
	expect(after[on]).not.toEqual(before[on]);
	// An error would change all else, too; and two errors prove nothing.
	expect([before.error, after.error].filter(Boolean)).toHaveLength(on === 'error' ? 1 : 0);
}

const DEFAULTS: INodeParameters = {
	...{ queryName: 'messages_by_hour_block', dateRange: 'yesterday' },
	...{ templateId: 'welcome', phone: '={{ $json.phone }}' },
};

describe.each(panels.map((panel) => [panel.name, panel] as const))('%s', (_, panel) => {
	const labels = labelsOf(panel);
	const names = labels.map(([name]) => name);
	const needed: INodeParameters = {
		...DEFAULTS,
		...panel.parameters,
		...(panel.name.includes('subWorkflow') ? { workflowId: WORKFLOW_ID } : {}),
		...(names.includes('jobId') ? { jobId: 0 } : {}),
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
		const before = await seen(given, effect);
		checkEffect(effect.on, before, await seen(withValue(given, field, effect.value), effect));
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

it.each(new ChatCommerceApi().properties.map(({ name }) => name))(
	'%s of the credential has an effect',
	async (name) => {
		const effect = SETTINGS[name];
		if (!effect) throw new Error(`Say in SETTINGS what ${name} changes`);
		const given = { ...DEFAULTS, resource: 'query', operation: 'run', ...effect.given };
		const before = await seen(given, effect);
		const credential = { ...effect.credential, [name]: effect.value as string };
		checkEffect(effect.on, before, await seen(given, { ...effect, credential }));
	},
);
