import { gzipSync } from 'node:zlib';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../service/faults';
import { defaultOptions, type ServiceOptions } from '../../service/options';
import type { Endpoint } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import type { RunOptions } from '../../support/nodeRuns';
import { phone, runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/* Each hint and each warning: a run in which it comes, once, and one like it in which it does not. */

interface Run {
	/** Of Query > Run for yesterday, if nothing else is chosen. */
	parameters?: INodeParameters;
	options?: RunOptions;
	service?: Partial<ServiceOptions>;
	fault?: [Endpoint, Fault, times?: number];
}
type Row = [words: string, comes: Run, doesNot: Run];

const service = serviceForEach();

const of = (parameters: INodeParameters, more: Omit<Run, 'parameters'> = {}): Run => {
	return { parameters: query({ dateRange: 'yesterday', ...parameters }), ...more };
};
const exported = (parameters: INodeParameters = {}, more: Omit<Run, 'parameters'> = {}): Run => {
	return { parameters: bulkExport({ workflowId: WORKFLOW_ID, ...parameters }), ...more };
};
const toSub = (options: INodeParameters = {}, more: Omit<Run, 'parameters'> = {}) =>
	exported({ output: 'subWorkflow', options }, more);
const limited = (maxRows: number) => exported({ options: { maxRows } });
const toCsv = (more: Omit<Run, 'parameters'> = {}) => exported({ output: 'csvFile' }, more);
const sent = (parameters: INodeParameters, more: Omit<Run, 'parameters'> = {}): Run => {
	return { parameters: { resource: 'notification', ...parameters }, ...more };
};
const custom = (endDate: string, more: Omit<Run, 'parameters'> = {}) =>
	of({ dateRange: 'custom', startDate: '={{ $today }}', endDate }, more);
const credential = (own: ICredentialDataDecryptedObject) => ({ options: { credential: own } });
const rows = (count: number) => ({ service: { rows: count } });
const file = (text: string): Pick<Run, 'fault'> => {
	return { fault: ['download', { kind: 'file', bytes: gzipSync(`x\n${text}`) }, 9] };
};
const SECOND_ROW = { options: { columnNames: 'secondRow' } };
const named = (text: string, more: object = {}) => exported(SECOND_ROW, { ...file(text), ...more });
const itemsOf = (...values: number[]) => ({ items: values.map((of) => ({ json: { of } })) });
const perItem = { filters: { userId: '={{ $json.of }}' } };
const forItems = (...values: number[]) => of(perItem, { options: itemsOf(...values) });
const callsPerMinute = (calls: number) => {
	return { options: { ...itemsOf(1, 2), credential: { callsPerMinute: calls } } };
};
const twoNames = (name: string, more: INodeParameters = {}) =>
	sent(
		{ paramAssignments: { assignments: [{ name, value: 'Ana', type: 'string' }] }, ...more },
		credential({ templates: '[{ "id": "welcome", "text": "Hello" }]' }),
	);
const ALL_FIELDS = { paramsMode: 'allFields' };
const GET_RESULT = { operation: 'getResult' };

const FROM_QUERY = { options: { columnNames: 'query' } };
const NO_NAMES: Omit<Run, 'parameters'> = { service: { columnNames: 'absent' } };

const WARNINGS: Row[] = [
	['already unpacked', exported({}, { service: { decompressedByProxy: true } }), exported()],
	['renamed: sent_2', named('sent,sent\n1,2\n'), named('sent,sent_2\n1,2\n')],
	['in its order: day, hour_block', exported(FROM_QUERY, NO_NAMES), exported()],
	['has 3 million rows or more', millions(3e6), millions(3e6 - 1)],
	['Do Not Send To has no phones', without('={{ [undefined] }}'), without('={{ [] }}')],
	['does not have these parameters, which were sent: nmae', twoNames('nmae'), twoNames('name')],
	['does not have these parameters', twoNames('nmae'), twoNames('name', ALL_FIELDS)],
	['No item has a field "nmae"', excluding('nmae'), excluding('name')],
	['so a run that sends is an error', preview({ maxPerRun: 1 }), preview({ maxPerRun: 2 })],
	['Did you mean "welcome"?', ofTemplate('Welcome'), ofTemplate('welcome')],
	['2 items have parameters that WhatsApp may reject', sent(asJson('a\n')), sent(asJson('a'))],
	['Phone is not a valid number: 12', toPhone('12', 'nobody'), toPhone('12', 'everyone')],
	['The service said more than success', answered({ failed: ['x'] }), answered({ id: 'n-1' })],
];

const HINTS: Row[] = [
	['The data is for', exported(), exported(GET_RESULT)],
	['Totals are per part', of({ dateRange: 'lastDays', days: 31 }), of({ days: 30 })],
	['End Date is in the future', custom("={{ $today.plus(3, 'days') }}"), custom('={{ $today }}')],
	['Item 1: Reused the result', forItems(1, 1), forItems(1, 2)],
	['The query has no records', of({}, rows(0)), of({})],
	['The bulk export has no rows', exported({}, rows(0)), exported()],
	['The bulk export has no rows', toCsv(rows(0)), toCsv()],
	['The bulk export has no rows', toSub({}, rows(0)), toSub()],
	['The Limit of 23 was reached, and there are more rows.', limited(23), limited(24)],
	['The Limit was reached after 1 row. To go on', toSub({ maxRows: 1 }), toSub({ maxRows: 24 })],
	['whether the file is undamaged was not checked', large(), limited(1)],
	['Calls waited for up to', of(perItem, callsPerMinute(1)), of(perItem, callsPerMinute(99))],
	['it was not sent again', sent({}), sent({ sendOnce: 'always' })],
	['This is a preview', preview({}), sent({})],
	['To send, publish (activate)', sent({ sendTo: 'published' }), preview({})],
	['Nobody but the test phone', sent({ sendTo: 'testPhone', testPhone: phone(9) }), sent({})],
	['2 skipped. Nothing was sent.', without(`${phone(0)}, ${phone(1)}`), without(phone(0))],
];

function millions(count: number): Run {
	const bytes = `a,b\n${'1,2\n'.repeat(count)}`;
	return exported({ output: 'csvFile', ...SECOND_ROW }, file(bytes));
}
/** More than the 64 MB that are read to their end. */
function large(): Run {
	const text = `x\na\n${`${'x'.repeat(3_000)}\n`.repeat(23_000)}`;
	const bytes = gzipSync(text, { level: 0 });
	const options = { ...SECOND_ROW.options, maxRows: 1 };
	return exported({ options }, { fault: ['download', { kind: 'file', bytes }] });
}
function excluding(excludeFields: string): Run {
	return sent({ ...ALL_FIELDS, excludeFields });
}
function ofTemplate(templateId: string): Run {
	const templates = '[{ "id": "welcome", "text": "Hi" }]';
	return sent({ templateId, sendTo: 'nobody' }, credential({ templates }));
}
function asJson(name: string): INodeParameters {
	return { paramsMode: 'json', paramsJson: JSON.stringify({ name }) };
}
function toPhone(number: string, sendTo: string): Run {
	return sent({ phone: number, sendTo }, { options: { onError: 'continueRegularOutput' } });
}
function answered(more: object): Run {
	const body = JSON.stringify({ success: true, ...more });
	return sent({}, { fault: ['notifications', { kind: 'status', status: 200, body }, 9] });
}
function without(doNotSendTo: string): Run {
	return sent({ options: { doNotSendTo } });
}
function preview(options: INodeParameters): Run {
	return sent({ sendTo: 'nobody', options });
}

async function hintsOf({ parameters = {}, options = {}, ...given }: Run) {
	service.reset();
	Object.assign(service.options, defaultOptions(), given.service);
	if (parameters.operation === 'getResult') {
		await runAnalytics(service, { ...parameters, operation: 'start' });
		for (const job of service.jobs.values()) job.looks = 10;
	}
	const [jobId = ''] = service.jobs.keys();
	if (given.fault) service.faults.add(...given.fault);
	const executeWorkflow = new SubWorkflow().execute;
	const { hints } =
		parameters.resource === 'notification'
			? await runNotifications(service, parameters, { items: users(2), ...options })
			: await runAnalytics(service, { ...parameters, jobId }, { executeWorkflow, ...options });
	return hints;
}

describe.each([
	['warning', WARNINGS],
	['hint', HINTS],
])('%s', (kind, table) => {
	it.each(table)('%s', async (words, comes, doesNot) => {
		const found = async (run: Run) =>
			(await hintsOf(run)).filter(({ message }) => message.includes(words));
		expect((await found(comes)).map(({ type = 'hint' }) => type)).toEqual([kind]);
		expect(await found(doesNot)).toEqual([]);
	});
});

it.each<[status: number, Endpoint, advice: string]>([
	[405, 'notifications', 'Check Notifications Base URL in the credential'],
	[413, 'query', 'Use fewer filters.'],
	[413, 'notifications', 'Lower Options > Users per Request'],
	[429, 'query', 'Lower Calls per Minute in the credential'],
	[429, 'notifications', 'Try again later. Other programs may be sending'],
])('the error of status %i of %s names a setting of its node', async (status, endpoint, advice) => {
	service.faults.add(endpoint, { kind: 'status', status }, Infinity);
	const { error } =
		endpoint === 'query'
			? await runAnalytics(service, query())
			: await runNotifications(service, {}, { items: users(1) });
	expect(error?.description).toContain(advice);
});
