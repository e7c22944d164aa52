import { gunzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../../service/faults';
import type { ServiceOptions } from '../../../../service/options';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../../support/analyticsNode';
import type { RunOptions } from '../../../../support/nodeRuns';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const OUTPUTS = ['items', 'csvFile', 'gzipFile'];
/** Which asks the query for nothing. */
const NAMED = { columnNames: 'secondRow' };
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const days = (from: number, to: number) => ({
	dateRange: 'custom',
	startDate: day(from),
	endDate: day(to),
});
const file = (body: string): Fault => ({ kind: 'status', status: 200, body });

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const { items, error, hints } = await runAnalytics(service, bulkExport(parameters), options);
	return {
		items,
		rows: items.map(({ json }) => json),
		error: error && { message: error.message, description: error.description },
		hints: hints.map(({ message }) => message),
		downloads: service.requests.filter(({ endpoint }) => endpoint === 'download').length,
	};
}

describe('rows as items', () => {
	it.each<Partial<ServiceOptions>>([
		{},
		{ newline: '\r\n', quoteAll: true },
		{ newline: '\r', bom: true, finalNewline: false },
		{ members: 3 },
		{ contentEncodingGzip: true },
		{ decompressedByProxy: true },
		{ redirectDownload: true },
		{ columnNames: 'firstRow' },
	])(
		'are the records of the synchronous query, in every dialect of the file: %j',
		async (dialect) => {
			Object.assign(service.options, dialect);
			const range = { queryName: 'campaigns_by_user', dateRange: 'last7Days' };
			const records = await runAnalytics(service, query({ ...range, returnAll: true }));
			const { rows, error, hints } = await run(range);
			expect({ error, rows }).toEqual({
				error: undefined,
				rows: records.items.map(({ json }) => json),
			});
			const isUnpacked = 'contentEncodingGzip' in dialect || 'decompressedByProxy' in dialect;
			expect(hints.join().includes('arrived already unpacked')).toBe(isUnpacked);
			// The token is not for the origin that a download is redirected to.
			expect(service.storage.requests.map(({ headers }) => headers.authorization)).toEqual(
				'redirectDownload' in dialect ? [undefined] : [],
			);
		},
	);

	it('have one type in a column over all parts, and are text as it was written where one is', async () => {
		for (const store of ['12.50', '007', '1.10']) {
			service.faults.add('download', file(`x\nstore,sent\n${`${store},1.50\n`.repeat(30)}`));
		}
		const { rows } = await run({ ...days(70, 1), options: NAMED });
		expect(rows).toEqual(
			['12.50', '007', '1.10'].flatMap((store) => Array<object>(30).fill({ store, sent: 1.5 })),
		);
	});

	it.each<[string, unknown]>([
		['a list', ['sent', 'day']],
		['an expression', '={{ ["sent", "day"] }}'],
		['names with commas', '={{ "sent, day" }}'],
	])('have only the Output Columns, in their order, given as %s', async (_, outputColumns) => {
		const { rows } = await run({ options: { outputColumns: outputColumns as string } });
		expect(rows.map((row) => Object.keys(row))).toEqual(Array(24).fill(['sent', 'day']));
	});

	it('lack no Output Column: that is an error', async () => {
		const { error } = await run({ options: { outputColumns: ['sent', 'sold'] } });
		expect(error?.message).toBe('The export has no column sold');
	});

	it('name columns of the same name apart, and say so', async () => {
		service.faults.add('download', file('x\na,b,a\n1,2,3\n4,5,6\n'));
		const { rows, hints } = await run({ options: NAMED });
		expect(rows).toEqual([
			{ a: 1, b: 2, a_2: 3 },
			{ a: 4, b: 5, a_2: 6 },
		]);
		expect(hints).toContainEqual(expect.stringContaining('renamed: a_2'));
	});
});

describe('the days', () => {
	it('are named in a hint, and nothing else that is a matter of course', async () => {
		const { hints } = await run({}, { timeZone: 'Asia/Kolkata' });
		const yesterday = DateTime.now().setZone('Asia/Kolkata').minus({ days: 1 });
		const written = yesterday.toFormat('d MMMM yyyy', { locale: 'en' });
		expect(hints).toEqual([`The data is for ${written}, Asia/Kolkata.`]);
	});

	it('without rows give no items, and say where to look', async () => {
		service.options.rows = 0;
		const { rows, hints, error } = await run();
		expect({ rows, error }).toEqual({ rows: [], error: undefined });
		expect(hints).toContainEqual(expect.stringContaining('run Service > Check'));
	});
});

describe('a file', () => {
	it('has the name of its query and days, and tells what is in it', async () => {
		const options = { timeZone: 'America/Sao_Paulo' };
		const { items } = await run({ output: 'csvFile', binaryPropertyName: 'report', options });
		const [jobId] = service.jobs.keys();
		const startDate = DateTime.now().setZone(options.timeZone).minus({ days: 1 }).toISODate();
		const fileName = `messages_by_hour_block_${startDate}.csv`;
		expect(items[0]?.json).toEqual({
			queryName: 'messages_by_hour_block',
			startDate,
			endDate: startDate,
			timeZone: 'America/Sao_Paulo',
			jobId,
			jobIds: [jobId],
			fileName,
			rows: 24,
			columns: ['day', 'hour_block', 'flow', 'sent', 'received', 'read', 'failed'],
		});
		expect(items[0]?.binary?.report).toMatchObject({ fileName, mimeType: 'text/csv' });
	});

	it.each([
		[
			'csvFile',
			'yesterday',
			['Relatório', 'v1.2 (São Paulo).csv'],
			['Relatório.csv', 'v1.2 (São Paulo).csv'],
		],
		['gzipFile', 'yesterday', ['Relatório', 'a.csv'], ['Relatório.csv.gz', 'a.csv.gz']],
		['gzipFile', 'last90Days', ['a'], ['a.csv.gz', 'a (2).csv.gz', 'a (3).csv.gz']],
	])(
		'as %s of %s has the name that its item gives: %j',
		async (output, dateRange, names, whole) => {
			const { rows } = await run(
				{ output, dateRange, options: { fileName: '={{ $json.name }}' } },
				{ items: names.map((name) => ({ json: { name } })) },
			);
			expect(rows.map(({ fileName }) => fileName)).toEqual(whole);
		},
	);

	it('cannot be called what leads elsewhere, which costs no call', async () => {
		const { error } = await run({ output: 'csvFile', options: { fileName: '../report.csv' } });
		expect(error?.message).toBe('Options > File Name is not valid');
		expect(service.requests).toEqual([]);
	});

	it('that a proxy has unpacked is compressed again, under a harmless name', async () => {
		const fileName = 'a\u0007b/..\\data\n_1.csv.gz';
		const answer = (data: unknown): Fault => ({ kind: 'wrongShape', body: { data, status: 200 } });
		service.faults.add('bulkStart', answer({ jobId: 'job', fileName }));
		service.faults.add('status', answer([{ JobId: 'job', Status: 'DONE' }]));
		service.faults.add('download', file('x\na,b\n1,2\n3,4\n'));
		const { items } = await run({ output: 'gzipFile' });
		const saved = items[0]!.binary!.data!;
		const bytes = await Container.get(BinaryDataService).getAsBuffer(saved);
		expect([saved.fileName, gunzipSync(bytes).toString()]).toEqual([
			'data_1.csv.gz',
			'x\na,b\n1,2\n3,4\n',
		]);
	});
});

describe.each(OUTPUTS)('as %s, a file', (output) => {
	beforeEach(() => (service.options.rows = 2_000));

	it('that is damaged each time is an error that names the job, and passes on nothing', async () => {
		service.options.flipBitAt = 0.6;
		const { rows, error, downloads } = await run({ output });
		const [jobId = ''] = service.jobs.keys();
		expect([rows, downloads]).toEqual([[], 3]);
		expect(error?.message).toBe(`The file of the bulk export is damaged (job ${jobId})`);
		expect(error?.description).toContain('Get Result');
	});

	it.each<[string, Fault]>([
		['breaks off', { kind: 'resetMidBody', fraction: 0.5 }],
		['is damaged', { kind: 'gzip', damage: 'truncated' }],
	])('that %s once is fetched again with all others, from the beginning', async (_, fault) => {
		service.faults.add('download', { kind: 'delay', ms: 0 });
		service.faults.add('download', fault);
		const { rows, error, downloads } = await run({ ...days(40, 1), output });
		expect([error, downloads]).toEqual([undefined, 4]);
		const expected = { items: Array(4_000).fill(0), csvFile: [4_000], gzipFile: [0, 0] };
		expect(rows.map((row) => row.rows ?? 0)).toEqual(expected[output as keyof typeof expected]);
	});

	it.each([
		['prose', 'Query failed, because of a timeout. "x" is, no "column" at all.\na, b\nc, d, e'],
		['JSON', '{"status":500,"message":"Query failed, because of a timeout."}'],
	])('that holds an error description is an error: %s', async (_, body) => {
		service.faults.add('download', file(body));
		const { rows, error, downloads } = await run({ output });
		expect([rows, downloads]).toEqual([[], 1]);
		expect(error?.message).toContain('error description instead of a file');
		expect(error?.description).toContain('Query failed, because of a timeout.');
	});
});

it('a disk that is full is an error of n8n, told in its words', async () => {
	const saving = jest
		.spyOn(Container.get(BinaryDataService), 'store')
		.mockRejectedValue(new Error('ENOSPC: no space left on device'));
	const { rows, error, downloads } = await run({ output: 'csvFile' });
	saving.mockRestore();
	expect({ rows, downloads }).toEqual({ rows: [], downloads: 1 });
	expect(error?.message).toContain('n8n could not process the file');
	expect(error?.description).toContain('no space left');
});
