import type { INodeParameters } from 'n8n-workflow';
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

it.each([
	[bulkExport({ options }), 'bulkStart status status status download', 24],
	[bulkExport({ output: 'csvFile', options }), 'bulkStart status status status download', 1],
	[bulkExport({ operation: 'start' }), 'bulkStart', 1],
	[bulkExport({ operation: 'getResult', options }), 'status download', 24],
	[bulkExport({ operation: 'getStatus' }), 'status', 1],
	[query(), 'query', 7],
])('ten equal items share calls, not results: %j', async (parameters, calls, each) => {
	if (/^get/.test(parameters.operation as string)) {
		service.options.states = [];
		await run(bulkExport({ operation: 'start' }), TEN.slice(0, 1));
	}
	const [jobId = ''] = service.jobs.keys();
	const ran = await run({ ...parameters, jobId }, TEN);
	expect(ran.calls).toBe(calls);
	const first = ran.items.slice(0, each);
	const copiesFor = (item: number) => first.map((one) => ({ ...one, pairedItem: { item } }));
	expect(ran.items).toEqual(TEN.flatMap((_, item) => copiesFor(item)));
	for (const name of ['json', 'binary'] as const) {
		const objects = ran.items.map((item) => item[name]).filter(Boolean);
		expect(new Set(objects).size).toBe(objects.length);
	}
});

it('items that differ in Convert Types share the job, and not its rows', async () => {
	const parameters = bulkExport({ options: { convertTypes: '={{ $json.convert }}', ...options } });
	const given = [true, false, true].map((convert) => ({ json: { convert } }));
	const { items, calls } = await run(parameters, given);
	expect(calls).toBe('bulkStart status status status download download');
	expect([0, 24, 48].map((at) => items[at]?.json.hour_block)).toEqual([0, '0', 0]);
});

it.each<[RunOptions, looks: string, RegExp]>([
	[{}, 'one', /^(?=.* too: (\S+, ){9}\S+ and 2 more\.$)/],
	[{ onError: 'continueRegularOutput' }, 'several', /^(?!.* too:)/],
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
