import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bulkExport, query, runAnalytics } from '../../../support/analyticsNode';
import { credentialFor } from '../../../support/credential';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

/** Automatic would ask for column names. */
const options = { columnNames: 'secondRow' };

async function run(
	parameters: INodeParameters,
	items: NonNullable<RunOptions['items']>,
	more: RunOptions = {},
) {
	const before = service.requests.length;
	const ran = await runAnalytics(service, parameters, { items, ...more });
	const calls = service.requests.slice(before).map(({ endpoint }) => endpoint);
	return { ...ran, calls: calls.join(' ') };
}

const TEN = Array.from({ length: 10 }, () => ({ json: { own: true } }));

async function jobFor({ operation }: INodeParameters): Promise<INodeParameters> {
	if (!/^get/.test(operation as string)) return {};
	service.options.states = [];
	await run(bulkExport({ operation: 'start' }), TEN.slice(0, 1));
	return { jobId: [...service.jobs.keys()][0]! };
}

it.each([
	[bulkExport({ options }), 'bulkStart status status status download', 24],
	[bulkExport({ output: 'csvFile', options }), 'bulkStart status status status download', 1],
	[bulkExport({ operation: 'start' }), 'bulkStart', 1],
	[bulkExport({ operation: 'getResult', options }), 'status download', 24],
	[bulkExport({ operation: 'getStatus' }), 'status', 1],
	[query(), 'query', 7],
])('ten equal items share calls, not results: %j', async (parameters, calls, each) => {
	const ran = await run({ ...parameters, ...(await jobFor(parameters)) }, TEN);
	expect(ran.calls).toBe(calls);
	const first = ran.items.slice(0, each);
	const copiesFor = (item: number) => first.map((one) => ({ ...one, pairedItem: { item } }));
	expect(ran.items).toEqual(TEN.flatMap((_, item) => copiesFor(item)));
	for (const name of ['json', 'binary'] as const) {
		const objects = ran.items.map((item) => item[name]).filter(Boolean);
		expect(new Set(objects).size).toBe(objects.length);
	}
});

const OWN = '={{ $json.own }}';
it.each<[INodeParameters, own: unknown[], said: [string, string]]>([
	[{ options: { convertTypes: OWN, ...options } }, [true, false], [':0', ':"23"']],
	[{ options: { maxWait: OWN, ...options } }, [1, 1_800], ['not done', 'sent']],
	[{ operation: 'getResult', queryName: OWN }, ['', 'x'], ['not known', 'failed']],
	[query({ options: { outputColumns: OWN } }), ['day', 'sent'], ['"day"', '"sent"']],
])('items that differ in one value share a job, not results: %j', async (given, own, said) => {
	const parameters = bulkExport({ ...given, ...(await jobFor(given)) });
	const values = own.map((value) => ({ json: { own: value } as IDataObject }));
	const { items } = await run(parameters, values, { onError: 'continueRegularOutput' });
	expect(service.jobs.size).toBeLessThan(2);
	const results = [0, -1].map((at) => JSON.stringify(items.at(at)?.json));
	const says = results.flatMap((json) => said.map((text) => json.includes(text)));
	expect(says).toEqual([true, false, false, true]);
});

it.each<[RunOptions, looks: string, RegExp]>([
	[{}, 'one', /^(?=.* also started: (\S+, ){9}\S+ and 2 more\.$)/],
	[{ onError: 'continueRegularOutput' }, 'several', /^(?!.* also started:)/],
])('an error that ends all names the jobs of others: %j', async (how, looks, names) => {
	const users = Array.from({ length: 13 }, (_, user) => ({ json: { user } }));
	service.faults.add('status', { kind: 'status', status: 403, body: 'no' });
	const credential = { ...credentialFor(service), callsPerMinute: 100 };
	const parameters = bulkExport({ filters: { userId: '={{ $json.user }}' }, options });
	const { items, error, calls } = await run(parameters, users, { ...how, credential });
	const said = items.find(({ json }) => json.error)?.json.description ?? error?.description;
	expect(said).toMatch(names);
	expect(said).toContain('said (status 403): no. The job continues');
	expect(calls.split('status').length > 14 ? 'several' : 'one').toBe(looks);
});
