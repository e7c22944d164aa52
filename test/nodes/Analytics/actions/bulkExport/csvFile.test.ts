import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
/** Three jobs: 30, 30 and 10 days. */
const LONG = { dateRange: 'custom', startDate: day(70), endDate: day(1) };
const HEADER = 'day,hour_block,flow,sent,received,read,failed';

const longCsv = (parameters: INodeParameters = {}) =>
	bulkExport({ ...LONG, output: 'csvFile', ...parameters });
const downloads = () => service.requests.filter(({ endpoint }) => endpoint === 'download').length;

async function textOf(item: INodeExecutionData | undefined): Promise<string> {
	const bytes = await Container.get(BinaryDataService).getAsBuffer(item!.binary!.data!);
	return bytes.toString();
}

describe('a range in several parts', () => {
	it('is one file with one row of names for each input item, parts in their order', async () => {
		const { items, error } = await runAnalytics(
			service,
			longCsv({ queryName: '={{ $json.query }}' }),
			{
				items: ['messages_by_hour_block', 'messages_by_day'].map((query) => ({ json: { query } })),
			},
		);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		const jobs = [...service.jobs.keys()];
		expect(items[0]?.json).toEqual({
			queryName: 'messages_by_hour_block',
			startDate: day(70),
			endDate: day(1),
			timeZone: 'UTC',
			jobIds: jobs.slice(0, 3),
			fileName: `messages_by_hour_block_${day(70)}_${day(1)}.csv`,
			rows: 70 * 24,
			columns: HEADER.split(','),
		});
		expect(items[1]?.json).toMatchObject({ rows: 70, jobIds: jobs.slice(3) });

		const [header, ...lines] = (await textOf(items[0])).trimEnd().split('\n');
		expect(header).toBe(HEADER);
		expect(lines).toHaveLength(70 * 24);
		const days = lines.map((line) => line.slice(0, 10));
		expect(days).toEqual([...days].sort());
		const endpoints = service.requests.map(({ endpoint }) => endpoint);
		expect(endpoints.slice(0, 6)).toEqual(Array<string>(6).fill('bulkStart'));
	});

	it('is a file for each part where that is chosen, each with a name of its own', async () => {
		const separate = longCsv({ options: { parts: 'separate', fileName: '={{ $json.name }}' } });
		const { items } = await runAnalytics(service, separate, {
			items: [{ json: { name: '' } }, { json: { name: 'report.csv' } }],
		});
		expect(items.map(({ json }) => json.fileName)).toEqual([
			`messages_by_hour_block_${day(70)}_${day(41)}.csv`,
			`messages_by_hour_block_${day(40)}_${day(11)}.csv`,
			`messages_by_hour_block_${day(10)}_${day(1)}.csv`,
			'report.csv',
			'report (2).csv',
			'report (3).csv',
		]);
		for (const item of items) expect((await textOf(item)).startsWith(`${HEADER}\n`)).toBe(true);
	});

	it('stays one compressed file for each part', async () => {
		const { items } = await runAnalytics(service, bulkExport({ ...LONG, output: 'gzipFile' }));
		const names = [...service.jobs.values()].map(({ fileName }) => fileName);
		expect(items.map(({ json }) => json.fileName)).toEqual(names);
	});

	it('has only the names if no part has rows', async () => {
		service.options.rows = 0;
		const { items, hints } = await runAnalytics(service, longCsv());
		expect(items[0]?.json).toMatchObject({ rows: 0, columns: HEADER.split(',') });
		expect(await textOf(items[0])).toBe(`${HEADER}\n`);
		expect(hints.map(({ message }) => message).join()).toContain('no rows');
	});

	it('hints at an end date that may be left out if its last part is one day without rows', async () => {
		service.options.rows = 0;
		const { hints } = await runAnalytics(service, longCsv({ startDate: day(31) }));
		expect(service.jobs.size).toBe(2);
		const text = hints.map(({ message }) => message).join('\n');
		expect(text).toContain(`There are no rows for ${day(1)}`);
		expect(text.match(/End Date Included/g)).toHaveLength(1);
	});

	it('is written for Excel where that is chosen', async () => {
		const options = { excel: '={{ $json.excel }}' };
		const { items } = await runAnalytics(service, longCsv({ options }), {
			items: [{ json: { excel: 'semicolon' } }, { json: { excel: 'comma' } }],
		});
		const [semicolons, commas] = [await textOf(items[0]), await textOf(items[1])];
		expect(semicolons.startsWith(`\uFEFF${HEADER.replaceAll(',', ';')}\r\n`)).toBe(true);
		expect(commas.startsWith(`\uFEFF${HEADER}\r\n`)).toBe(true);
		expect(semicolons.split('\r\n')).toHaveLength(70 * 24 + 2);
	});

	it.each([
		['comma', /,0\.\d+\r\n/],
		['semicolon', /;0,\d+\r\n/],
	])('has numbers for Excel as they are written there: %s', async (excel, written) => {
		const parameters = longCsv({ queryName: 'messages_by_day', options: { excel } });
		const [, ...lines] = (await textOf((await runAnalytics(service, parameters)).items[0])).split(
			/(?<=\r\n)/,
		);
		expect(lines.length).toBeGreaterThan(0);
		expect(lines.filter((line) => !written.test(line))).toEqual([]);
	});

	it('gives all its jobs, and no file, if one of them is not done in time', async () => {
		service.options.jobDurationMs = 60_000;
		const options = { maxWait: 0.2, onTimeout: 'outputJob' };
		const { items, error } = await runAnalytics(service, longCsv({ options }));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.jobId, json.done, json.timedOut])).toEqual(
			[...service.jobs.keys()].map((jobId) => [jobId, false, true]),
		);
		expect(downloads()).toBe(0);
	});
});

describe('a part that is not whole', () => {
	it.each([0.01, 0.5, 0.99])(
		'the second, broken off at %p of its bytes, goes on where it ended',
		async (fraction) => {
			service.options.rows = 5_000;
			const whole = await textOf((await runAnalytics(service, longCsv())).items[0]);
			service.reset();
			service.faults.add('download', { kind: 'delay', ms: 0 });
			service.faults.add('download', { kind: 'resetMidBody', fraction }, 2);
			const { items, error } = await runAnalytics(service, longCsv());
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ rows: 15_000 });
			expect((await textOf(items[0])) === whole).toBe(true);
			expect(downloads()).toBe(5);
		},
	);

	const other = `Query result\n${HEADER.replace('sent,received', 'received,sent')}\n`;
	it.each([
		[
			'broken off each time',
			{ kind: 'resetMidBody', fraction: 0.5 },
			/request to the service failed|broke off/,
		],
		['cut short', { kind: 'gzip', damage: 'truncated' }, /damaged/],
		[
			'in another order of columns',
			{ kind: 'status', status: 200, body: other + '2026-11-01,0,001,1,2,3,4\n'.repeat(9) },
			/parts of the bulk export have different columns/,
		],
		['an error description', { kind: 'status', status: 200, body: 'Sorry.' }, /error description/],
	] as const)('the second, %s: nothing is passed on', async (_, fault, message) => {
		service.options.rows = 5_000;
		service.faults.add('download', { kind: 'delay', ms: 0 });
		service.faults.add('download', fault, 3);
		const { items, error } = await runAnalytics(service, longCsv());
		const [, second = '', third = ''] = service.jobs.keys();
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(`${error?.message} ${error?.description}`).toContain(second);
		expect(`${error?.description}`.includes(third)).toBe(!message.source.includes('parts'));
	});

	describe('of one input item', () => {
		const queries = ['messages_by_hour_block', 'usage_by_user'];
		const items = queries.map((query) => ({ json: { query } }));
		const parameters = longCsv({ queryName: '={{ $json.query }}', options: { maxFileSize: 1 } });
		beforeEach(() => {
			// The last part of the second one is too large.
			service.options.rows = (query, days) =>
				query === 'usage_by_user' && days === 10 ? 40_000 : 10;
		});

		it('goes to the regular output', async () => {
			const onError = 'continueRegularOutput';
			const run = await runAnalytics(service, parameters, { items, onError });
			expect(run.items.map(({ binary }) => binary !== undefined)).toEqual([true, false]);
			expect(run.items[0]?.json).toMatchObject({ rows: 30 });
			expect(run.items[1]?.json.error).toContain('larger than Options > Max File Size');
		});

		it('goes to the error output', async () => {
			const onError = 'continueErrorOutput';
			const run = await runAnalytics(service, parameters, { items, onError });
			expect(run.items.map(({ json }) => json.rows)).toEqual([30]);
			expect(run.errorItems.map(({ json }) => json.query)).toEqual(['usage_by_user']);
		});

		it('otherwise fails with the item that is at fault', async () => {
			const run = await runAnalytics(service, parameters, { items });
			expect(run.items).toEqual([]);
			expect(run.error?.context.itemIndex).toBe(1);
		});
	});
});

it('a disk that is full is an error of n8n, told in its words', async () => {
	const saving = jest
		.spyOn(Container.get(BinaryDataService), 'store')
		.mockRejectedValue(new Error('ENOSPC: no space left on device'));
	try {
		const { items, error } = await runAnalytics(service, longCsv());
		expect(items).toEqual([]);
		expect(error?.message).toContain('n8n could not process the file');
		expect(error?.description).toContain('no space left');
	} finally {
		saving.mockRestore();
	}
});
