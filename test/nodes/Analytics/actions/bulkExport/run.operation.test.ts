import { gunzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Fault } from '../../../../service/faults';
import { defaultOptions, type ServiceOptions } from '../../../../service/options';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../../support/analyticsNode';
import { credentialFor } from '../../../../support/credential';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const OUTPUTS = ['items', 'csvFile', 'gzipFile'];
const endpoints = () => service.requests.map(({ endpoint }) => endpoint);
const downloads = () => endpoints().filter((endpoint) => endpoint === 'download').length;
const messages = (hints: Array<{ message: string }>) => hints.map(({ message }) => message);
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const file = (body: string): Fault => ({ kind: 'status', status: 200, body });

async function bytesOf(item: INodeExecutionData | undefined): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(item!.binary!.data!);
}

describe('rows as items', () => {
	it('are the records of the synchronous query, in every dialect of the file', async () => {
		const queryName = 'campaigns_by_user';
		const range = { queryName, dateRange: 'last7Days' };
		const records = await runAnalytics(service, query({ ...range, returnAll: true }));
		const expected = records.items.map(({ json }) => json);
		const dialects: Array<Partial<ServiceOptions>> = [
			{},
			{ newline: '\r\n', quoteAll: true },
			{ newline: '\r', bom: true, finalNewline: false },
			{ members: 3 },
			{ contentEncodingGzip: true },
			{ decompressedByProxy: true },
			{ redirectDownload: true },
			{ columnNames: 'firstRow' },
		];
		for (const dialect of dialects) {
			const { token, port } = service.options;
			Object.assign(service.options, { ...defaultOptions(), token, port, ...dialect });
			const { items, error, hints } = await runAnalytics(service, bulkExport(range));
			const rows = items.map(({ json }) => json);
			expect({ dialect, error: error?.message, rows }).toEqual({
				dialect,
				error: undefined,
				rows: expected,
			});
			const isUnpacked = 'contentEncodingGzip' in dialect || 'decompressedByProxy' in dialect;
			const warning = hints.find(({ message }) => message.includes('arrived already unpacked'));
			expect(warning?.type).toBe(isUnpacked ? 'warning' : undefined);
		}
	});

	it('never send the token to the origin that a download is redirected to', async () => {
		service.options.redirectDownload = true;
		const { items } = await runAnalytics(service, bulkExport());
		expect(items).toHaveLength(24);
		expect(service.storage.requests).toHaveLength(1);
		expect(service.storage.requests[0]?.headers.authorization).toBeUndefined();
	});

	it('have prices as numbers, though they are written 12.50', async () => {
		service.faults.add('download', file('x\nday,price\n2026-11-01,12.50\n2026-11-02,7.00\n'));
		const options = { columnNames: 'secondRow' };
		const { items } = await runAnalytics(service, bulkExport({ options }));
		expect(items.map(({ json }) => json.price)).toEqual([12.5, 7]);
	});

	it('have one type in a column over all parts, and each cell as it was written where that is text', async () => {
		for (const store of ['12.50', '007', '1.10']) {
			service.faults.add('download', file(`x\nstore,sent\n${`${store},1\n`.repeat(30)}`));
		}
		const options = { columnNames: 'secondRow' };
		const range = { dateRange: 'custom', startDate: day(70), endDate: day(1), options };
		const { items } = await runAnalytics(service, bulkExport(range));
		expect(new Set(items.map(({ json }) => json.store))).toEqual(new Set(['12.50', '007', '1.10']));
		expect(new Set(items.map(({ json }) => json.sent))).toEqual(new Set([1]));
	});

	it('stay text if Convert Types is off', async () => {
		const { items } = await runAnalytics(service, bulkExport({ options: { convertTypes: false } }));
		const types = items.flatMap(({ json }) => Object.values(json).map((value) => typeof value));
		expect(new Set(types)).toEqual(new Set(['string']));
	});

	it('have only the Output Columns, in their order; one that is missing is an error', async () => {
		const wanted = (outputColumns: unknown) =>
			bulkExport({ options: { outputColumns: outputColumns as string[] } });
		for (const columns of [['sent', 'day'], '={{ ["sent", "day"] }}', '={{ "sent, day" }}']) {
			const { items } = await runAnalytics(service, wanted(columns));
			expect(Object.keys(items[5]?.json ?? {})).toEqual(['sent', 'day']);
		}
		const { error } = await runAnalytics(service, wanted(['sent', 'sold']));
		expect(error?.message).toBe('The export has no column sold');
		expect(error?.description).toContain('It has: day, hour_block');
	});

	it('name columns of the same name apart, and say so', async () => {
		service.faults.add('download', file('x\na,b,a\n1,2,3\n4,5,6\n'));
		const options = { columnNames: 'secondRow' };
		const { items, hints } = await runAnalytics(service, bulkExport({ options }));
		expect(items[0]?.json).toEqual({ a: 1, b: 2, a_2: 3 });
		expect(messages(hints).join()).toContain('renamed: a_2');
	});
});

describe('the days', () => {
	it('are named in a hint, and nothing else that is a matter of course', async () => {
		const { hints } = await runAnalytics(service, bulkExport(), { timeZone: 'Asia/Kolkata' });
		const yesterday = DateTime.now().setZone('Asia/Kolkata').minus({ days: 1 });
		expect(messages(hints)).toEqual([
			`The data is for ${yesterday.toFormat('d MMMM yyyy', { locale: 'en' })}, Asia/Kolkata.`,
		]);
	});

	it.each(['date', 'dateTime'])(
		'that the date picker writes are whole days, sent as %s',
		async (dateFormat) => {
			const picked = { startDate: `${day(3)}T00:00:00`, endDate: `${day(2)}T00:00:00` };
			const credential = { ...credentialFor(service), dateFormat };
			const parameters = bulkExport({ dateRange: 'custom', ...picked });
			const { items, hints } = await runAnalytics(service, parameters, { credential });
			expect(items).toHaveLength(48);
			expect(messages(hints)[0]).not.toContain('00:00');
			const { endDate } = service.requests[0]?.body as { endDate: string };
			expect(endDate).toContain(dateFormat === 'date' ? day(2) : `${day(2)}T23:59:59.999`);
		},
	);

	it('are told in parts of at most 30 where there are more', async () => {
		const range = { dateRange: 'custom', startDate: day(70), endDate: day(1) };
		const { hints } = await runAnalytics(service, bulkExport(range));
		const text = messages(hints).join();
		expect(text).toContain('fetched in 3 parts');
		expect(text.match(/ to \d/g)).toHaveLength(4);
		expect(text).toContain('one that appears in two parts is counted in both');
	});

	it('without rows give no items, and say where to look', async () => {
		service.options.rows = 0;
		const { items, hints, error } = await runAnalytics(service, bulkExport());
		expect([error, items]).toEqual([undefined, []]);
		expect(messages(hints).join()).toContain('run Service > Check');
	});
});

describe('a file', () => {
	it('has the name of its query and days, and the rows as they stand in the file', async () => {
		const parameters = bulkExport({
			output: 'csvFile',
			binaryPropertyName: 'report',
			options: { timeZone: 'America/Sao_Paulo' },
		});
		const { items } = await runAnalytics(service, parameters);
		const [jobId] = service.jobs.keys();
		const { startDate } = items[0]!.json;
		const fileName = `messages_by_hour_block_${startDate as string}.csv`;
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

	it('has the name that was given, with its extension, for each input item and part', async () => {
		const names = ['Relatório semanal', 'report.csv', 'report.csv.gz', 'v1.2 (São Paulo)'];
		const named = async (output: string) => {
			const { items } = await runAnalytics(
				service,
				bulkExport({ output, options: { fileName: '={{ $json.name }}' } }),
				{ items: names.map((name) => ({ json: { name } })) },
			);
			return items.map(({ json }) => json.fileName);
		};
		const plain = ['Relatório semanal', 'report', 'report', 'v1.2 (São Paulo)'];
		expect(await named('csvFile')).toEqual(plain.map((name) => `${name}.csv`));
		expect(await named('gzipFile')).toEqual(plain.map((name) => `${name}.csv.gz`));
		const long = bulkExport({
			dateRange: 'last90Days',
			output: 'gzipFile',
			options: { fileName: 'report' },
		});
		const { items } = await runAnalytics(service, long);
		expect(items.map(({ json }) => json.fileName)).toEqual([
			'report.csv.gz',
			'report (2).csv.gz',
			'report (3).csv.gz',
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
		const options = { fileName: '={{ $json.name }}' };
		const parameters = bulkExport({ output: 'csvFile', options });
		const { error } = await runAnalytics(service, parameters, { items: [{ json: { name } }] });
		expect(error?.message).toBe('Options > File Name is not valid');
		expect(service.requests).toEqual([]);
	});

	const HEADER = 'day,hour_block,flow,sent,received,read,failed';

	it('is written for Excel where that is chosen, and has no formulas', async () => {
		const body = `x\ncampaign,price\n=1+1,1.50\n@x,2\n+5,-3\n-x,+y\n"a;b","say ""hi"""\n`;
		const written = async (excel: string) => {
			service.faults.add('download', file(body));
			const options = { excel, columnNames: 'secondRow' };
			const { items } = await runAnalytics(service, bulkExport({ output: 'csvFile', options }));
			return (await bytesOf(items[0])).toString();
		};
		expect(await written('comma')).toBe(
			`\uFEFFcampaign,price\r\n'=1+1,1.50\r\n'@x,2\r\n+5,-3\r\n'-x,'+y\r\na;b,"say ""hi"""\r\n`,
		);
		expect(await written('semicolon')).toBe(
			`\uFEFFcampaign;price\r\n'=1+1;1,50\r\n'@x;2\r\n+5;-3\r\n'-x;'+y\r\n"a;b";"say ""hi"""\r\n`,
		);
		expect(await written('no')).toBe(body.replace('x\n', ''));
	});

	it('of several parts without rows has only the names', async () => {
		service.options.rows = 0;
		const range = { dateRange: 'last90Days', output: 'csvFile' };
		const { items } = await runAnalytics(service, bulkExport(range));
		expect((await bytesOf(items[0])).toString()).toBe(`${HEADER}\n`);
		expect(items[0]?.json).toMatchObject({ rows: 0, columns: HEADER.split(',') });
	});

	it('of parts with other columns is an error that names the part', async () => {
		service.faults.add('download', { kind: 'delay', ms: 0 });
		const other = HEADER.replace('sent,received', 'received,sent');
		service.faults.add('download', file(`x\n${other}\n${'2026-11-01,0,001,1,2,3,4\n'.repeat(9)}`));
		const range = { dateRange: 'last90Days', output: 'csvFile' };
		const { items, error } = await runAnalytics(service, bulkExport(range));
		expect(items).toEqual([]);
		expect(error?.message).toContain('The parts of the bulk export have different columns');
		expect(error?.message).toContain([...service.jobs.keys()][1]);
	});

	it('that a proxy has unpacked is compressed again', async () => {
		service.options.decompressedByProxy = true;
		const { items } = await runAnalytics(service, bulkExport({ output: 'gzipFile' }));
		expect(gunzipSync(await bytesOf(items[0])).toString()).toContain(`Query result\n${HEADER}\n`);
	});

	it('has no control characters in the name that the service gives', async () => {
		const body = { data: { jobId: 'job', fileName: 'a\u0007b/..\\data\n_1.csv.gz' }, status: 200 };
		service.faults.add('bulkStart', { kind: 'wrongShape', body });
		service.faults.add('status', {
			kind: 'wrongShape',
			body: { data: [{ JobId: 'job', Status: 'DONE' }], status: 200 },
		});
		service.faults.add('download', file('x\na,b\n1,2\n3,4\n'));
		const { items } = await runAnalytics(service, bulkExport({ output: 'gzipFile' }));
		expect(items[0]?.json.fileName).toBe('data_1.csv.gz');
	});
});

describe.each(OUTPUTS)('a file that is not whole, as %s', (output) => {
	beforeEach(() => (service.options.rows = 2_000));

	it.each([
		['truncated', { truncateAt: 0.6 }],
		['corrupt', { flipBitAt: 0.6 }],
		['followed by something else', { trailingGarbage: 'garbage' }],
	])('%s each time is an error that names the job, and passes on nothing', async (_, damage) => {
		Object.assign(service.options, damage);
		const { items, error } = await runAnalytics(service, bulkExport({ output }));
		const [jobId = ''] = service.jobs.keys();
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The file of the bulk export is damaged (job ${jobId})`);
		expect(error?.description).toContain('Get Result');
		expect(downloads()).toBe(3);
	});

	it.each<[string, Fault]>([
		['broken off at once', { kind: 'resetMidBody', fraction: 0.01 }],
		['broken off in the middle', { kind: 'resetMidBody', fraction: 0.5 }],
		['broken off at its end', { kind: 'resetMidBody', fraction: 0.99 }],
		['damaged', { kind: 'gzip', damage: 'truncated' }],
	])('%s once is fetched again, from its beginning', async (_, fault) => {
		service.faults.add('download', { kind: 'delay', ms: 0 });
		service.faults.add('download', fault);
		const range = { dateRange: 'custom', startDate: day(40), endDate: day(1), output };
		const { items, error } = await runAnalytics(service, bulkExport(range));
		expect(error).toBeUndefined();
		const rows = items.map(({ json }) => json.rows ?? 0);
		const expected = { items: Array(4_000).fill(0), csvFile: [4_000], gzipFile: [0, 0] };
		expect(rows).toEqual(expected[output as keyof typeof expected]);
		expect(downloads()).toBe(4);
	});

	it('that breaks off and then comes with 0 bytes is no file without rows', async () => {
		service.faults.add('download', { kind: 'resetMidBody', fraction: 0.5 });
		service.faults.add('download', { kind: 'emptyBody' }, 2);
		const { items, error } = await runAnalytics(service, bulkExport({ output }));
		expect(items).toEqual([]);
		expect(error?.message).toContain('sent only a part of the file');
		expect(downloads()).toBe(3);
	});

	it.each<[string, Fault]>([
		['stops arriving', { kind: 'stallBody', fraction: 0.5 }],
		['drips', { kind: 'drip', bytesPerSecond: 20 }],
	])('that %s is an error', async (_, fault) => {
		service.faults.add('download', fault, 99);
		const credential = { ...credentialFor(service), requestTimeout: 0.3 };
		const parameters = bulkExport({ output, options: { maxWait: 0.45 } });
		const { items, error } = await runAnalytics(service, parameters, { credential });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(
			/stopped sending|had not finished its response|did not respond in time/,
		);
	});
});

describe('a file that is late', () => {
	it.each([202, 204, 404, 409, 423, 425])('is tried again after %i', async (status) => {
		service.faults.add('download', { kind: 'status', status });
		const { items } = await runAnalytics(service, bulkExport());
		expect(items).toHaveLength(24);
	});

	it.each([401, 410])('is not waited for after %i', async (status) => {
		service.faults.add('download', { kind: 'status', status });
		const { error } = await runAnalytics(service, bulkExport());
		expect([error?.httpCode, downloads()]).toEqual([String(status), 1]);
	});

	it('of zero bytes is no rows, with a warning', async () => {
		service.faults.add('download', { kind: 'emptyBody' });
		const { items, hints } = await runAnalytics(service, bulkExport());
		expect(items).toEqual([]);
		expect(hints[0]).toMatchObject({ type: 'warning' });
		expect(hints[0]?.message).toContain('is empty (0 bytes)');
	});
});

describe('a failed job', () => {
	it('is an error with the message and the description of the service', async () => {
		const description = 'The project has used up its quota for today.';
		service.options.failJob = { status: 'ERROR', message: 'Quota exceeded', description };
		const { items, error } = await runAnalytics(service, bulkExport());
		const [jobId = ''] = service.jobs.keys();
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The bulk export failed (job ${jobId})`);
		expect(error?.description).toContain('Quota exceeded');
		expect(error?.description).toContain(description);
	});

	describe.each(OUTPUTS)('of which only the file tells, as %s', (output) => {
		it.each([
			['prose', 'Query failed, because of a timeout.\nTry again later.'],
			['prose of many commas', 'Query failed, because of a timeout.\na, b\nc, d, e'],
			['prose with quotes', 'Query failed, because of a timeout. "x" is, no "column" at all.'],
			['JSON', '{"status":500,"message":"Query failed, because of a timeout."}'],
		])('is an error as well: %s', async (_, body) => {
			service.faults.add('download', file(body));
			const { error, items } = await runAnalytics(service, bulkExport({ output }));
			expect(items).toEqual([]);
			expect(error?.message).toContain('error description instead of a file');
			expect(error?.description).toContain('Query failed, because of a timeout.');
		});
	});

	it('is not what a table is taken for that has a ragged row', async () => {
		service.faults.add('download', file(`x\na,b\n${'1,2\n'.repeat(5)}1,2,3\n`), 3);
		const { error } = await runAnalytics(service, bulkExport());
		expect(error?.description).toContain('Row 8 of the file has 3 fields instead of 2');
	});
});

describe('a failed item', () => {
	const items = [{ json: { query: 'messages_by_day' } }, { json: { query: 'nonsense' } }];
	const parameters = bulkExport({ queryName: '={{ $json.query }}' });
	const MESSAGE = 'The service has no query "nonsense"';

	it('goes to the regular output', async () => {
		const onError = 'continueRegularOutput';
		const run = await runAnalytics(service, parameters, { items, onError });
		expect(run.items.map(({ json }) => json.error)).toEqual([undefined, MESSAGE]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('goes to the error output', async () => {
		const run = await runAnalytics(service, parameters, { items, onError: 'continueErrorOutput' });
		expect([run.items.length, run.errorItems.length]).toEqual([1, 1]);
		expect(run.errorItems[0]?.json).toMatchObject({
			query: 'nonsense',
			error: MESSAGE,
			details: { kind: 'refused' },
		});
	});

	it('otherwise is the error of the node', async () => {
		const { error } = await runAnalytics(service, parameters, { items });
		expect([error?.message, error?.context.itemIndex]).toEqual([MESSAGE, 1]);
		expect(error?.description).toContain('Choose one from the list');
	});
});

it('a disk that is full is an error of n8n, told in its words', async () => {
	const saving = jest
		.spyOn(Container.get(BinaryDataService), 'store')
		.mockRejectedValue(new Error('ENOSPC: no space left on device'));
	try {
		const { items, error } = await runAnalytics(service, bulkExport({ output: 'csvFile' }));
		expect(items).toEqual([]);
		expect(error?.message).toContain('n8n could not process the file');
		expect(error?.description).toContain('no space left');
		expect(downloads()).toBe(1);
	} finally {
		saving.mockRestore();
	}
});
