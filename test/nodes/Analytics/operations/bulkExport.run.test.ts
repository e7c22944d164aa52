import { gzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { agentTool, bulkExport, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../../support/subWorkflow';

const service = serviceForEach();

const LONG = { dateRange: 'lastDays', days: 90 };

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const ran = await runAnalytics(service, bulkExport(parameters), options);
	const hints = ran.hints.map(({ message }) => message);
	return { ...ran, hints, rows: ran.items.map(({ json }) => json) };
}

it.each(['3', 'A'])('rows up to a Limit have types of their own: %s', async (third) => {
	const body = `x\nday,sent\n2026-11-20,1.50\n2026-11-20,2\n2026-11-20,${third}\n`;
	service.faults.add('download', { kind: 'status', status: 200, body });
	const { rows } = await run({ options: { columnNames: 'secondRow', maxRows: 2 } });
	expect(rows.map(({ sent }) => sent)).toEqual([1.5, 2]);
});

describe('a file', () => {
	it.each([true, false])('is named after query and days: %s', async (endDateIncluded) => {
		const timeZone = 'America/Sao_Paulo';
		const parameters = { output: 'csvFile', binaryPropertyName: 'report', options: { timeZone } };
		service.options.endDateExcluded = !endDateIncluded;
		const credential = { dateFormat: 'date', endDateIncluded };
		const { items } = await run(parameters, { credential });
		const [jobId] = service.jobs.keys();
		const startDate = DateTime.now().setZone(timeZone).minus({ days: 1 }).toISODate();
		const fileName = `messages_by_hour_block_${startDate}.csv`;
		expect(items[0]?.json).toEqual({
			...{ queryName: 'messages_by_hour_block', startDate, endDate: startDate, timeZone },
			...{ jobId, jobIds: [jobId], fileName, rows: 24 },
			columns: ['day', 'hour_block', 'flow', 'sent', 'received', 'read', 'failed'],
		});
		expect(items[0]?.binary?.report).toMatchObject({ fileName, mimeType: 'text/csv' });
	});

	it.each([
		['csvFile', 'yesterday', ['v1.2 (São Paulo)', 'b'], ['v1.2 (São Paulo).csv', 'b.csv']],
		['gzipFile', 'lastDays', ['a'], ['a.csv.gz', 'a (2).csv.gz', 'a (3).csv.gz']],
	])('as %s of %s has the name of its item: %j', async (output, dateRange, names, whole) => {
		const parameters = { output, dateRange, days: 90, options: { fileName: '={{ $json.name }}' } };
		const items = names.map((name) => ({ json: { name } }));
		const { rows, hints } = await run(parameters, { items });
		expect(rows.map(({ fileName }) => fileName)).toEqual(whole);
		expect(hints.join()).not.toContain('Reused');
	});

	it('that arrives unpacked is no compressed one, and goes to a sub-workflow all the same', async () => {
		service.options.decompressedByProxy = true;
		const { error, hints } = await run({ output: 'gzipFile' });
		expect(error?.message).toContain('arrived already unpacked (job ');
		expect(error?.description).toMatch(/^Choose Output > CSV File\./);
		expect(hints).toEqual([]);
		const sub = new SubWorkflow();
		const output = { output: 'subWorkflow', workflowId: WORKFLOW_ID };
		await run(output, { executeWorkflow: sub.execute });
		expect(sub.rows).toHaveLength(24);
	});

	it('as the service made it that is damaged is an error, and none of its parts is passed on', async () => {
		service.faults.add('download', { kind: 'gzip', damage: 'truncated' }, 3);
		const { items, error } = await run({ ...LONG, output: 'gzipFile' });
		expect([items, error?.message]).toEqual([[], expect.stringContaining('is damaged')]);
	});
});

describe('jobs of a long range of which a part fails, with Continue:', () => {
	const CONTINUE = { onError: 'continueRegularOutput' } as const;

	it.each(['run', 'start'])('those of the others are named: %s', async (operation) => {
		service.faults.add('bulkStart', { kind: 'status', status: 400, body: '' });
		const { rows } = await run({ operation, ...LONG }, CONTINUE);
		expect(rows[0]?.description).toContain(
			`also started: ${[...service.jobs.keys()].join(' and ')}.`,
		);
		expect(service.requests.map(({ endpoint }) => endpoint)).not.toContain('status');
	});

	it.each([
		['x\n', 'x\na,b\n1,2\n'],
		['x\na,b\n1,2\n', 'x\n'],
	])('its own and the others are named: of other columns than %j, %j', async (...files) => {
		for (const text of [...files, 'x\nc,d\n1,2\n']) {
			service.faults.add('download', { kind: 'file', bytes: gzipSync(text) });
		}
		const options = { columnNames: 'secondRow' };
		const output = { output: 'subWorkflow', workflowId: WORKFLOW_ID, options };
		const executeWorkflow = new SubWorkflow().execute;
		const { rows } = await run({ ...LONG, ...output }, { ...CONTINUE, executeWorkflow });
		const [first, second, jobId] = service.jobs.keys();
		const description = expect.stringContaining(`also started: ${first} and ${second}.`) as string;
		expect(rows).toMatchObject([{ jobId, description }]);
	});
});

describe('the names of columns', () => {
	const NAMES = ['day', 'orders'];
	const NAMED = 'x\nday,orders\n2026-11-01,3\n';
	const file = (text: string) => ({ kind: 'file', bytes: gzipSync(text) }) as const;
	const queries = () => service.requests.filter(({ endpoint }) => endpoint === 'query').length;

	it.each([
		[400, 1],
		[403, 1],
		// The client itself tries trouble again, within the calls of a minute.
		[500, 4],
	])('a refusal of their query is quoted, and not asked for again: %i', async (status, calls) => {
		const body = '{"message":"no such flow"}';
		service.faults.add('query', { kind: 'status', status, body }, Infinity);
		const { error } = await run(LONG);
		expect(error?.message).toMatch(/^The column names could not be .* failed \(The service/);
		const said = `said \\(status ${status}\\): no such flow. Choose .* Options > Column Names\\.`;
		expect(error?.description).toMatch(new RegExp(said));
		expect(queries()).toBe(calls);
	});

	it('a wrong Query Name of Get Result is what to check first', async () => {
		const options = { jobId: '', queryName: 'usage_by_user', operation: 'getResult' };
		service.options.states = [];
		await run({ operation: 'start' });
		const [jobId = ''] = service.jobs.keys();
		const { error } = await run({ ...options, jobId });
		expect(error?.message).toContain('neither of its first two rows has the columns of the query');
		expect(error?.description).toMatch(/^Check Query Name\./);
	});

	it('From the Query, all rows but the first are data', async () => {
		const body = '{"data":[{"day":"a","orders":1}],"status":200}';
		service.faults.add('query', { kind: 'status', status: 200, body });
		service.faults.add('download', file(NAMED));
		const { rows } = await run({ options: { columnNames: 'query' } });
		expect(rows.map(Object.values)).toEqual([NAMES, ['2026-11-01', '3']]);
	});
});

it('a Limit is no reason to pass on rows of a file that is damaged behind them', async () => {
	const text = `x\nday,orders\n${'2026-11-01,3\n'.repeat(20_000)}`;
	const options = { columnNames: 'secondRow', maxRows: 5 };
	const bytes = gzipSync(text, { level: 0 });
	// A digit of the first row.
	bytes[bytes.indexOf('2026-11-01')] = 0x33;
	service.faults.add('download', { kind: 'file', bytes }, 3);
	const { items, error } = await run({ options });
	expect([items, error?.message]).toEqual([[], expect.stringContaining('is damaged')]);
});

it.each([
	['{"message":"Request failed"}', 400],
	['', 404],
])('a tool call that fails is an item that tells the model: %s', async (body, status) => {
	service.faults.add('bulkStart', { kind: 'status', status, body });
	const { items, error } = await run({}, { node: agentTool() });
	expect([items.length, error]).toEqual([1, undefined]);
	expect(items[0]?.json.error).toMatch(/^The service /);
});
