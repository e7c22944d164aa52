import { gunzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { UNPACKED_ON_THE_WAY } from '../../../../../nodes/Analytics/job/jobFile';
import { defaultOptions } from '../../../../service/options';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const endpoints = () => service.requests.map(({ endpoint }) => endpoint);

/** Rows of data, whether they are items or lines of a file. */
async function rowsIn(items: INodeExecutionData[]): Promise<number> {
	const file = items[0]?.binary?.data;
	if (!file) return items.length;
	const bytes = await fileOf(file);
	const isGzip = file.mimeType === 'application/gzip';
	const lines = (isGzip ? gunzipSync(bytes) : bytes).toString().trimEnd().split('\n');
	return lines.length - (isGzip ? 2 : 1);
}

async function fileOf(binary: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

describe('output as items', () => {
	it('starts a job, waits until it is DONE, and passes on its rows as items', async () => {
		const { items, error } = await runAnalytics(service, bulkExport());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(24);
		expect(items[0]?.json).toEqual({
			day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
			hour_block: 0,
			flow: expect.stringMatching(/^0\d\d$/) as string,
			sent: expect.any(Number) as number,
			received: expect.any(Number) as number,
			read: expect.any(Number) as number,
			failed: expect.any(Number) as number,
		});
		expect(endpoints()).toEqual(['bulkStart', 'status', 'download']);
	});

	it('gives the same rows as the synchronous query, in every dialect of the file', async () => {
		const queryName = 'campaigns_by_user';
		const { items: records } = await runAnalytics(service, {
			resource: 'query',
			operation: 'run',
			queryName,
			dateRange: 'last7Days',
			returnAll: true,
		});
		const expected = records.map(({ json }) => json);
		for (const dialect of [
			{},
			{ newline: '\r\n' as const, quoteAll: true },
			{ newline: '\r' as const, bom: true, finalNewline: false },
			{ members: 3 },
			{ contentEncodingGzip: true },
			{ decompressedByProxy: true },
			{ redirectDownload: true },
			{ columnNames: 'firstRow' as const },
			{ columnNames: 'absent' as const },
			{
				columnNames: 'absent' as const,
				firstRowCells: ['DATE', ...Array<string>(6).fill('STRING')],
			},
		]) {
			const { token, port } = service.options;
			Object.assign(service.options, { ...defaultOptions(), token, port, ...dialect });
			const { items, error, hints } = await runAnalytics(
				service,
				bulkExport({ queryName, dateRange: 'last7Days' }),
			);
			expect({ dialect, error: error?.message, rows: items.map(({ json }) => json) }).toEqual({
				dialect,
				error: undefined,
				rows: expected,
			});
			// Where there was no checksum, the user is told.
			const arrivesUnpacked = 'contentEncodingGzip' in dialect || 'decompressedByProxy' in dialect;
			const messages = hints.map(({ message }) => message);
			expect(messages.includes(UNPACKED_ON_THE_WAY)).toBe(arrivesUnpacked);
		}
	});

	it('never sends the token to the origin that a download is redirected to', async () => {
		service.options.redirectDownload = true;
		const { items } = await runAnalytics(service, bulkExport());
		expect(items).toHaveLength(24);
		expect(service.storage.requests).toHaveLength(1);
		expect(service.storage.requests[0]?.headers.authorization).toBeUndefined();
	});

	it('pairs every row with its input item, and runs all items side by side', async () => {
		const parameters = bulkExport({ queryName: '={{ $json.query }}' });
		const queries = ['messages_by_day', 'messages_by_hour_block', 'usage_by_user'];
		const { items, error } = await runAnalytics(service, parameters, {
			items: queries.map((query) => ({ json: { query } })),
		});
		expect(error).toBeUndefined();
		const perInput = [0, 1, 2].map(
			(item) =>
				items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item).length,
		);
		expect(perInput).toEqual([1, 24, 40]);
		expect(endpoints().slice(0, 3)).toEqual(['bulkStart', 'bulkStart', 'bulkStart']);
	});

	it('takes Max Rows, and puts Rows per Item together', async () => {
		const cut = await runAnalytics(service, bulkExport({ options: { maxRows: 5 } }));
		expect(cut.items).toHaveLength(5);
		expect(cut.hints.map(({ message }) => message).join()).toContain('Only the first 5 rows');
		const grouped = await runAnalytics(service, bulkExport({ options: { rowsPerItem: 10 } }));
		expect(grouped.items.map(({ json }) => (json.rows as unknown[]).length)).toEqual([10, 10, 4]);
	});

	it('converts only what stays the same', async () => {
		const { items } = await runAnalytics(
			service,
			bulkExport({ queryName: 'commerce_summary_by_order' }),
		);
		expect(items[0]?.json).toMatchObject({
			order_id: expect.stringMatching(/^8\d{19}$/) as string,
			store_id: expect.stringMatching(/^0\d\d$/) as string,
			phone: expect.stringMatching(/^\+55\d+$/) as string,
			items: expect.any(Number) as number,
			total_amount: expect.any(Number) as number,
		});
	});

	describe('a column whose last value is no number', () => {
		const file = `x\nstore,sent,read\n${'123,5,\n'.repeat(30)}007,6,7\n`;
		const sameInAll = (rows: IDataObject[], name: string) =>
			new Set(rows.map((row) => typeof row[name]));

		it.each([
			['as items', 1],
			['several in one item', 7],
		])('is text in all rows: %s', async (_, rowsPerItem) => {
			service.faults.add('download', { kind: 'status', status: 200, body: file });
			const options = { columnNames: 'secondRow', rowsPerItem };
			const { items } = await runAnalytics(service, bulkExport({ options }));
			const rows = items.flatMap(({ json }) => (json.rows ?? [json]) as IDataObject[]);
			expect(rows).toHaveLength(31);
			expect(rows[0]).toEqual({ store: '123', sent: 5, read: null });
			expect(rows[30]).toEqual({ store: '007', sent: 6, read: 7 });
			expect(sameInAll(rows, 'store')).toEqual(new Set(['string']));
		});

		it('counts as far as rows were taken', async () => {
			service.faults.add('download', { kind: 'status', status: 200, body: file });
			const { items } = await runAnalytics(
				service,
				bulkExport({ options: { columnNames: 'secondRow', maxRows: 2 } }),
			);
			expect(items.map(({ json }) => json)).toEqual(
				Array(2).fill({ store: 123, sent: 5, read: '' }),
			);
		});

		it('is text in all parts of a long range', async () => {
			const parts = ['7', '007'].map((store) => `x\nstore,sent\n${`${store},1\n`.repeat(30)}`);
			for (const part of parts) {
				service.faults.add('download', { kind: 'status', status: 200, body: part });
			}
			const day = (back: number) =>
				new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
			const options = { columnNames: 'secondRow' };
			const range = { dateRange: 'custom', startDate: day(40), endDate: day(1), options };
			const { items } = await runAnalytics(service, bulkExport(range));
			expect(items).toHaveLength(60);
			expect(
				sameInAll(
					items.map(({ json }) => json),
					'store',
				),
			).toEqual(new Set(['string']));
		});
	});

	it('leaves all values text if Convert Types is off', async () => {
		const { items } = await runAnalytics(service, bulkExport({ options: { convertTypes: false } }));
		expect(Object.values(items[0]?.json ?? {}).every((value) => typeof value === 'string')).toBe(
			true,
		);
	});

	it.each([
		['secondRow', 'secondRow', 24],
		['firstRow', 'firstRow', 24],
		['absent', 'query', 24],
		['absent', 'custom', 24],
	] as const)('file with names %s, Column Names %s', async (columnNames, mode, rows) => {
		service.options.columnNames = columnNames;
		const custom = { customColumnNames: 'day, hour_block, flow, sent, received, read, failed' };
		const { items, error } = await runAnalytics(
			service,
			bulkExport({ options: { columnNames: mode, ...custom } }),
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(rows);
		expect(items[0]?.json).toMatchObject({ hour_block: 0, day: expect.any(String) as string });
	});

	it('refuses custom names that are empty or there twice', async () => {
		for (const customColumnNames of ['a, a, b, c, d, e, f', 'a,,b,c,d,e,f', '']) {
			const { error, items } = await runAnalytics(
				service,
				bulkExport({ options: { columnNames: 'custom', customColumnNames } }),
			);
			expect(items).toEqual([]);
			expect(error?.message).toContain('column names');
		}
	});

	it.each([
		'today',
		'yesterday',
		'last7Days',
		'last30Days',
		'last90Days',
		'thisMonth',
		'lastMonth',
	])('gets %s', async (dateRange) => {
		const { items, error } = await runAnalytics(service, bulkExport({ dateRange }));
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThanOrEqual(24);
	});

	it('says in a hint which days were used, and nothing that is a matter of course', async () => {
		const { hints } = await runAnalytics(service, bulkExport(), { timeZone: 'Asia/Kolkata' });
		const yesterday = DateTime.now().setZone('Asia/Kolkata').minus({ days: 1 });
		expect(hints.map(({ message }) => message)).toEqual([
			`The data is for ${yesterday.toFormat('d MMMM yyyy', { locale: 'en' })}, Asia/Kolkata.`,
		]);
	});

	it.each<[string, Partial<Service['options']>, INodeParameters, string[]]>([
		[
			'names in the first row',
			{ columnNames: 'firstRow' },
			{},
			['the first row of the file, which'],
		],
		['names of the query', { columnNames: 'absent' }, {}, ['the columns of the query, the file']],
		[
			'own names in place of others',
			{},
			{ columnNames: 'custom', customColumnNames: 'a, b, c, d, e, f, g' },
			['your own, in place of those in the second row'],
		],
		['the row that was chosen', { columnNames: 'firstRow' }, { columnNames: 'firstRow' }, []],
		['the query that was chosen', {}, { columnNames: 'query' }, []],
		['no rows', { rows: 0 }, {}, []],
	])(
		'says in a hint which column names were decided on, if so: %s',
		async (_, set, options, words) => {
			Object.assign(service.options, set);
			const { hints } = await runAnalytics(service, bulkExport({ options }));
			const messages = hints
				.map(({ message }) => message)
				.filter((text) => /^Column names/.test(text));
			expect(messages).toEqual(words.map((text) => expect.stringContaining(text) as string));
		},
	);

	it('says that an end date lies in the future', async () => {
		const day = (days: number) => DateTime.utc().plus({ days }).toISODate();
		const range = { dateRange: 'custom', startDate: day(-2), endDate: day(2), timeZone: 'UTC' };
		const { hints } = await runAnalytics(service, bulkExport(range));
		expect(hints.map(({ message }) => message).join()).toContain('End Date is in the future');
	});

	it('passes on no items, and says so, when there are no rows', async () => {
		service.options.rows = 0;
		const { items, hints, error } = await runAnalytics(service, bulkExport());
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message).join()).toContain('no rows');
	});

	it('splits a long range into jobs of at most 30 days, and says so', async () => {
		const day = (back: number) =>
			new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
		const range = { dateRange: 'custom', startDate: day(70), endDate: day(1) };
		const { items, hints } = await runAnalytics(service, bulkExport(range));
		expect(items).toHaveLength(70 * 24);
		expect(items.map(({ json }) => json.day)).toEqual(
			[...items.map(({ json }) => json.day as string)].sort(),
		);
		expect(endpoints().slice(0, 3)).toEqual(['bulkStart', 'bulkStart', 'bulkStart']);
		const text = hints.map(({ message }) => message).join();
		expect(text).toContain('fetched in 3 parts');
		// The days of all, and of each part, in the same words.
		expect(text.match(/The data is for/g)).toHaveLength(1);
		expect(text.match(/ to \d/g)).toHaveLength(4);

		service.reset();
		const refused = await runAnalytics(
			service,
			bulkExport({ ...range, options: { splitLongRanges: false } }),
		);
		expect(refused.error?.message).toContain('70 days wide');
		expect(service.requests).toEqual([]);
	});
});

describe('output as a file', () => {
	it('gives a CSV file with one row of names, in whatever form the service sent it', async () => {
		const parameters = bulkExport({
			output: 'csvFile',
			binaryPropertyName: 'report',
			timeZone: 'America/Sao_Paulo',
		});
		for (const columnNames of ['secondRow', 'firstRow', 'absent'] as const) {
			service.options.columnNames = columnNames;
			const { items, error } = await runAnalytics(service, parameters);
			expect(error).toBeUndefined();
			const [item] = items;
			const job = [...service.jobs.values()].at(-1);
			expect(item?.json).toMatchObject({
				jobId: job?.jobId,
				rows: 24,
				timeZone: 'America/Sao_Paulo',
			});
			expect(item?.binary?.report).toMatchObject({
				fileName: `messages_by_hour_block_${items[0]?.json.startDate as string}.csv`,
				mimeType: 'text/csv',
			});
			const lines = (await fileOf(item!.binary!.report!)).toString().trimEnd().split('\n');
			expect(lines).toHaveLength(25);
			expect(lines[0]).toBe('day,hour_block,flow,sent,received,read,failed');
			expect(lines[1]).toMatch(/^\d{4}-\d{2}-\d{2},0,/);
		}
	});

	it('has the name that was given, with its extension, for each input item', async () => {
		const names = ['Relatório semanal', 'report.csv', 'report.csv.gz', 'v1.2 (São Paulo)'];
		const named = async (output: string) => {
			const { items, error } = await runAnalytics(
				service,
				bulkExport({ output, options: { fileName: '={{ $json.name }}' } }),
				{ items: names.map((name) => ({ json: { name } })) },
			);
			expect(error).toBeUndefined();
			return items.map(({ json, binary }) => {
				expect(binary?.data?.fileName).toBe(json.fileName);
				return json.fileName;
			});
		};
		expect(await named('csvFile')).toEqual([
			'Relatório semanal.csv',
			'report.csv',
			'report.csv',
			'v1.2 (São Paulo).csv',
		]);
		expect(await named('gzipFile')).toEqual([
			'Relatório semanal.csv.gz',
			'report.csv.gz',
			'report.csv.gz',
			'v1.2 (São Paulo).csv.gz',
		]);
	});

	it.each([
		'../report.csv',
		'C:\\report',
		'a\u0000b',
		'invoice\u202Evsc.exe',
		'..',
		'x'.repeat(201),
	])('cannot be called %j, which costs no call', async (name) => {
		const parameters = bulkExport({
			output: 'csvFile',
			options: { fileName: '={{ $json.name ?? "good" }}' },
		});
		const items = [{ json: { name } }, { json: {} }];
		const onError = 'continueRegularOutput';
		const run = await runAnalytics(service, parameters, { items, onError });
		expect(run.items.map(({ json }) => json.error)).toEqual([
			'Options > File Name is not valid',
			undefined,
		]);
		const split = await runAnalytics(service, parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect([split.items.length, split.errorItems.length]).toEqual([1, 1]);
		expect(endpoints().filter((endpoint) => endpoint === 'bulkStart')).toHaveLength(2);
	});

	it('writes names of your own', async () => {
		const { items } = await runAnalytics(
			service,
			bulkExport({
				queryName: 'usage_by_day_notification_impact',
				output: 'csvFile',
				options: { columnNames: 'custom', customColumnNames: 'a, b, c, d' },
			}),
		);
		const text = (await fileOf(items[0]!.binary!.data!)).toString();
		expect(text).toMatch(/^a,b,c,d\n\d{4}-\d{2}-\d{2},\d+,\d+,[\d.]+\n?$/);
	});

	it('gives the compressed file as the service made it, under its own name', async () => {
		const { items } = await runAnalytics(service, bulkExport({ output: 'gzipFile' }));
		const [job] = [...service.jobs.values()];
		const binary = items[0]!.binary!.data!;
		expect(binary).toMatchObject({ fileName: job?.fileName, mimeType: 'application/gzip' });
		const text = gunzipSync(await fileOf(binary)).toString();
		expect(text.split('\n').slice(0, 2)).toEqual([
			'Query result',
			'day,hour_block,flow,sent,received,read,failed',
		]);
	});

	it('compresses again what a proxy has unpacked', async () => {
		service.options.decompressedByProxy = true;
		const { items, error, hints } = await runAnalytics(service, bulkExport({ output: 'gzipFile' }));
		expect(error).toBeUndefined();
		expect(hints.map(({ message }) => message)).toContain(UNPACKED_ON_THE_WAY);
		expect(gunzipSync(await fileOf(items[0]!.binary!.data!)).toString()).toContain(
			'Query result\n',
		);
	});

	it('streams: 300,000 rows are one item, checked and counted', async () => {
		service.options.rows = 300_000;
		const { items, error } = await runAnalytics(service, bulkExport({ output: 'csvFile' }));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ rows: 300_000 });
	});
});

describe('a file that is not whole', () => {
	const damages = [
		['truncated', { truncateAt: 0.6 }, /ends too early|truncated|incomplete|not complete|end/i],
		['corrupt', { flipBitAt: 0.6 }, /damaged|corrupt/i],
		['followed by garbage', { trailingGarbage: 'garbage' }, /behind|after|garbage|trailing/i],
	] as const;

	describe.each(['items', 'csvFile', 'gzipFile'])('as %s', (output) => {
		it.each(damages)(
			'%s is an error that names the job, and passes on nothing',
			async (_, damage) => {
				service.options.rows = 2_000;
				Object.assign(service.options, damage);
				const { items, error } = await runAnalytics(service, bulkExport({ output }));
				const [jobId = ''] = service.jobs.keys();
				expect(items).toEqual([]);
				expect(error?.message).toContain(jobId);
				expect(error?.message).toMatch(/damaged/);
				expect(error?.description).toContain('Get Result');
			},
		);

		it.each([0.01, 0.5, 0.99])(
			'once broken off at %p of its bytes is fetched again',
			async (fraction) => {
				service.options.rows = 2_000;
				service.faults.add('download', { kind: 'resetMidBody', fraction });
				const { items, error } = await runAnalytics(service, bulkExport({ output }));
				expect(error).toBeUndefined();
				expect(await rowsIn(items)).toBe(2_000);
				expect(endpoints()).toEqual(['bulkStart', 'status', 'download', 'download']);
			},
		);

		it.each([0.01, 0.5, 0.99])('broken off at %p of its bytes', async (fraction) => {
			service.options.rows = 2_000;
			service.faults.add('download', { kind: 'resetMidBody', fraction }, 99);
			const { items, error } = await runAnalytics(service, bulkExport({ output }));
			const [jobId = ''] = service.jobs.keys();
			expect(items).toEqual([]);
			expect(error?.message).toContain(jobId);
			expect(error?.description).toContain('Get Result');
		});

		it('that stops arriving', async () => {
			service.options.rows = 2_000;
			service.faults.add('download', { kind: 'stallBody', fraction: 0.5 }, 99);
			const { items, error } = await runAnalytics(
				service,
				bulkExport({ output, options: { requestTimeout: 0.3 } }),
			);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/stopped sending|did not respond in time|broke off/);
		});
	});

	it('has a ragged row: the error names the row', async () => {
		service.faults.add('download', { kind: 'wrongShape', body: '' });
		service.faults.add('download', { kind: 'emptyBody' });
		const { error } = await runAnalytics(service, bulkExport());
		expect(error?.message).toMatch(/error description instead of a file/);
	});
});

describe('a bomb', () => {
	it.each(['items', 'csvFile', 'gzipFile'])('stops at Max File Size as %s', async (output) => {
		service.faults.add('download', { kind: 'bomb', megabytes: 64 });
		const { items, error } = await runAnalytics(
			service,
			bulkExport({ output, options: { maxFileSize: 2 } }),
		);
		expect(items).toEqual([]);
		expect(error?.message).toContain('larger than Options > Max File Size');
	});
});

describe('a file that is late', () => {
	it.each([404, 409, 202, 204])('is tried again after %i', async (status) => {
		service.faults.add('download', { kind: 'status', status });
		const { items, error } = await runAnalytics(service, bulkExport());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(24);
	});

	it('is tried again for a CSV file, too', async () => {
		service.faults.add('download', { kind: 'status', status: 404 });
		const { items, error } = await runAnalytics(service, bulkExport({ output: 'csvFile' }));
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { rows: 24 } }]);
	});

	it.each([401, 410])('is not waited for after %i', async (status) => {
		service.faults.add('download', { kind: 'status', status });
		const { error } = await runAnalytics(service, bulkExport());
		expect(error?.httpCode).toBe(String(status));
	});

	it('of zero bytes is no rows, with a hint', async () => {
		service.faults.add('download', { kind: 'emptyBody' });
		const { items, hints } = await runAnalytics(service, bulkExport());
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message).join(' ')).toContain('is empty (0 bytes)');
	});
});

describe('a failed job', () => {
	it('is an error with the message and the description of the service', async () => {
		service.options.failJob = {
			status: 'ERROR',
			message: 'Quota exceeded',
			description: 'The project has used up its quota for today.',
		};
		const { items, error } = await runAnalytics(service, bulkExport());
		const [jobId = ''] = service.jobs.keys();
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The bulk export failed (job ${jobId})`);
		expect(error?.description).toContain('Quota exceeded');
		expect(error?.description).toContain('used up its quota for today');
	});

	describe.each(['items', 'csvFile', 'gzipFile'])(
		'of which only the file tells, as %s',
		(output) => {
			it.each([
				['prose', 'Query failed, because of a timeout.\nTry again later.'],
				['prose of many commas', 'Query failed, because of a timeout.\na, b\nc, d, e'],
				['prose with quotes', 'Query failed, because of a timeout. "x" is, no "column" at all.'],
				['JSON', '{"status":500,"message":"Query failed, because of a timeout."}'],
			])('is an error as well: %s', async (_, body) => {
				service.faults.add('download', { kind: 'status', status: 200, body });
				const { error, items } = await runAnalytics(service, bulkExport({ output }));
				expect(items).toEqual([]);
				expect(error?.message).toContain('error description instead of a file');
				expect(error?.description).toContain('Query failed, because of a timeout.');
			});
		},
	);

	it('never shows the token, even if the service echoes it', async () => {
		const echo = `The token ${service.token} has no quota`;
		service.options.failJob = { status: 'ERROR', message: echo, description: echo };
		const failed = await runAnalytics(service, bulkExport());
		service.options.failJob = false;
		service.faults.add('download', { kind: 'status', status: 200, body: echo });
		const described = await runAnalytics(service, bulkExport());
		for (const { error, run } of [failed, described]) {
			expect(error?.description).toContain('has no quota');
			expect(JSON.stringify([error, run.data.resultData])).not.toContain(service.token);
		}
	});

	it('is not what a table is taken for that has a ragged row', async () => {
		const body = `x\na,b\n${'1,2\n'.repeat(5)}1,2,3\n`;
		service.faults.add('download', { kind: 'status', status: 200, body });
		const { error } = await runAnalytics(service, bulkExport());
		expect(error?.message).toContain('damaged');
	});
});

describe('continue on fail', () => {
	const items = [{ json: { query: 'messages_by_day' } }, { json: { query: 'nonsense' } }];
	const parameters = bulkExport({ queryName: '={{ $json.query }}' });

	it('puts the failed item into the regular output', async () => {
		const run = await runAnalytics(service, parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.error)).toEqual([undefined, 'Unknown queryName']);
		expect(run.items[1]?.pairedItem).toEqual({ item: 1 });
	});

	it('puts the failed item into the error output', async () => {
		const run = await runAnalytics(service, parameters, { items, onError: 'continueErrorOutput' });
		expect(run.items).toHaveLength(1);
		expect(run.errorItems).toHaveLength(1);
		expect(run.errorItems[0]?.json).toMatchObject({
			query: 'nonsense',
			error: 'Unknown queryName',
			details: { kind: 'refused' },
		});
	});

	it('otherwise fails with the item that is at fault', async () => {
		const run = await runAnalytics(service, parameters, { items });
		expect(run.error?.message).toBe('Unknown queryName');
		expect(run.error?.context.itemIndex).toBe(1);
	});
});
