import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { OUTPUT_NAMES } from '../../../../nodes/Analytics/outputs/outputs';
import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { CONTINUE } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';
import { startFinishedJob } from '../../../support/startedJobs';

const service = serviceForEach();

/** Three windows of 30 days, so three jobs. */
const LONG_RANGE = { dateRange: 'lastDays', days: 90 };

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const ran = await runAnalytics(service, bulkExport(parameters), options);
	const hints = ran.hints.map(({ message }) => message);
	const rows = ran.items.map(({ json }) => json);
	return { ...ran, hints, rows };
}

/** The next file that is downloaded. */
function fileWith(text: string): void {
	service.faults.add('download', { kind: 'file', bytes: gzipSync(text) });
}

const jobIds = () => [...service.jobs.keys()];

describe('a Limit', () => {
	it('decides the types by the rows up to it, although the next one is text', async () => {
		fileWith('x\nday,sent\n2026-11-20,1.50\n2026-11-20,2\n2026-11-20,A\n');
		const { rows } = await run({ options: { columnNames: 'secondRow', maxRows: 2 } });
		expect(rows.map(({ sent }) => sent)).toEqual([1.5, 2]);
	});

	it('is no reason to return rows of a file that is damaged after them', async () => {
		const text = `x\nday,orders\n${'2026-11-01,3\n'.repeat(20_000)}`;
		const bytes = gzipSync(text, { level: 0 });
		const digitOfFirstRow = bytes.indexOf('2026-11-01');
		bytes[digitOfFirstRow] = '3'.charCodeAt(0);
		service.faults.add('download', { kind: 'file', bytes }, 3);
		const { items, error } = await run({ options: { columnNames: 'secondRow', maxRows: 5 } });
		expect(error?.message).toContain('is damaged');
		expect(items).toEqual([]);
	});
});

it('a CSV file is named after the query and its days, and its item says what it is of', async () => {
	const timeZone = 'America/Sao_Paulo';
	const parameters = { output: 'csvFile', binaryPropertyName: 'report', options: { timeZone } };
	const { items } = await run(parameters);
	const [jobId] = jobIds();
	const yesterday = DateTime.now().setZone(timeZone).minus({ days: 1 }).toISODate();
	const fileName = `messages_by_hour_block_${yesterday}.csv`;
	expect(items[0]?.json).toEqual({
		queryName: 'messages_by_hour_block',
		startDate: yesterday,
		endDate: yesterday,
		timeZone,
		jobId,
		jobIds: jobId,
		fileName,
		rows: 24,
		columns: 'day, hour_block, flow, sent, received, read, failed',
	});
	expect(items[0]?.binary?.report).toMatchObject({ fileName, mimeType: 'text/csv' });
});

describe('the files of several items', () => {
	const items = ['north', 'south', 'north'].map((store) => ({ json: { store } }));
	const byStore = { filters: { storefront: '={{ $json.store }}' } };
	const yesterday = DateTime.utc().minus({ days: 1 }).toISODate();

	it.each([
		{
			what: 'the values of their filters',
			parameters: { output: 'csvFile', ...byStore },
			files: ['north', 'south', 'north'].map(
				(store) => `messages_by_hour_block_${store}_${yesterday}.csv`,
			),
		},
		{
			what: 'a number in the order of the items, if File Name is fixed',
			parameters: { output: 'csvFile', ...byStore, options: { fileName: 'daily' } },
			files: ['daily.csv', 'daily (2).csv', 'daily.csv'],
		},
		{
			what: 'a number, if only their columns differ',
			parameters: {
				output: 'csvFile',
				options: { outputColumns: '={{ $json.store === "north" ? "day" : "flow" }}' },
			},
			files: ['', ' (2)', ''].map((number) => `messages_by_hour_block_${yesterday}${number}.csv`),
		},
	])('differ by $what, and equal items share one', async ({ parameters, files }) => {
		// The job of the first item is done last.
		service.faults.add('status', { kind: 'status', status: 500 });
		const ran = await run(parameters, { items });
		expect(ran.rows.map(({ fileName }) => fileName)).toEqual(files);
		expect(ran.items.map(({ binary }) => binary?.data?.fileName)).toEqual(files);
	});
});

describe('a file that arrives already unpacked', () => {
	beforeEach(() => {
		service.options.decompressedByProxy = true;
	});

	it('is not returned as a compressed file', async () => {
		const { error, hints } = await run({ output: 'gzipFile' });
		expect(error?.message).toContain('arrived already unpacked (job ');
		expect(error?.description).toMatch(/^Choose Output > CSV File\./);
		expect(hints).toEqual([]);
	});
});

describe('of an unpacked file that is cut off in its last value at the same byte each time', () => {
	const bytes = Buffer.from(`x\nday,orders\n${'2026-11-01,345\n'.repeat(100)}`).subarray(0, -2);

	it.each(OUTPUT_NAMES)('nothing is passed on: %s', async (output) => {
		service.faults.add('download', { kind: 'file', bytes }, Infinity);
		const { items, error } = await run({ output, options: { columnNames: 'secondRow' } });
		expect(items).toEqual([]);
		const isCompressed = output === 'gzipFile';
		expect(error?.message).toContain(isCompressed ? 'arrived already unpacked' : 'is damaged');
		expect(service.requestsTo('download')).toHaveLength(isCompressed ? 1 : 3);
	});

	it('nothing is passed on either if a Limit comes before the cut', async () => {
		service.faults.add('download', { kind: 'file', bytes }, Infinity);
		const options = { columnNames: 'secondRow', maxRows: 5 };
		const { items, error } = await run({ options });
		expect(items).toEqual([]);
		expect(error?.message).toContain('is damaged');
	});
});

it('of several compressed files, none is returned if one of them is damaged', async () => {
	service.faults.add('download', { kind: 'gzip', damage: 'truncated' }, 3);
	const { items, error } = await run({ ...LONG_RANGE, output: 'gzipFile' });
	expect(error?.message).toContain('is damaged');
	expect(items).toEqual([]);
});

describe('if one part of a long range fails, the error of the item', () => {
	it.each(['run', 'start'])(
		'names the jobs that were started for the others (%s)',
		async (operation) => {
			service.faults.add('bulkStart', { kind: 'status', status: 400, body: '' });
			const { rows } = await run({ operation, ...LONG_RANGE }, CONTINUE);
			const [first, second] = jobIds();
			const { description } = rows[0]!;
			expect(description).toContain(`Jobs continue at the service.`);
			expect(description).toContain(`with: ${first}, ${second}.`);
			expect(service.requestsTo('status')).toHaveLength(0);
		},
	);

	it.each([
		{ what: 'the first part has no rows', files: ['x\n', 'x\na,b\n1,2\n'] },
		{ what: 'the second part has no rows', files: ['x\na,b\n1,2\n', 'x\n'] },
	])('names its own job and the others, if its columns differ and $what', async ({ files }) => {
		for (const text of [...files, 'x\nc,d\n1,2\n']) fileWith(text);
		const options = { columnNames: 'secondRow' };
		const { rows } = await run({ ...LONG_RANGE, output: 'csvFile', options }, CONTINUE);
		const [first, second, third] = jobIds();
		expect(rows).toHaveLength(1);
		expect(rows[0]?.jobId).toBe(third);
		const { description } = rows[0]!;
		expect(description).toContain('Other jobs continue at the service.');
		expect(description).toContain(`with: ${first}, ${second}.`);
	});
});

it('the names of the columns are not asked for again if their query is refused', async () => {
	const body = '{"message":"no such flow"}';
	service.faults.add('query', { kind: 'status', status: 400, body }, Infinity);
	const { error } = await run(LONG_RANGE);
	expect(error?.message).toMatch(/^The column names could not be .* failed \(The service/);
	expect(error?.description).toMatch(
		/The response \(status 400\): no such flow. Choose .* Options > Column Names\./,
	);
	expect(service.requestsTo('query')).toHaveLength(1);
});

it('Get Result with a wrong Query Name does not find the names, and says what to check first', async () => {
	const { jobId } = await startFinishedJob(service);
	const { error } = await run({ operation: 'getResult', jobId, queryName: 'usage_by_user' });
	expect(error?.message).toContain('neither of its first two rows has the columns of the query');
	expect(error?.description).toMatch(/^Check Query Name\./);
});
