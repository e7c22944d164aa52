import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

// day, new_users, returning_users, total_users
const QUERY = 'usage_by_day_new_and_returning_users';
const EXPECTED = 'total_users, day, revenue';

const exportOf = (output: string, options: object) =>
	bulkExport({ queryName: QUERY, output, options: { expectedColumns: EXPECTED, ...options } });

async function linesOf(item: INodeExecutionData | undefined): Promise<string[]> {
	const bytes = await Container.get(BinaryDataService).getAsBuffer(item!.binary!.data!);
	return bytes.toString().trimEnd().split('\n');
}

describe.each(['items', 'csvFile'])('other columns, as %s', (output) => {
	it('are an error by default, which tells the difference', async () => {
		const { items, error } = await runAnalytics(service, exportOf(output, {}));
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The export does not have the expected columns: missing revenue; new new_users, returning_users',
		);
		expect(error?.description).toContain('Options > Expected Columns');
	});

	it('are a hint', async () => {
		const options = { onOtherColumns: 'hint' };
		const { items, hints } = await runAnalytics(service, exportOf(output, options));
		expect(items).toHaveLength(1);
		expect(hints.map(({ message }) => message).join()).toContain('missing revenue');
	});

	it('of one of two items: the error is that of the item', async () => {
		const items = ['day, new_users, returning_users, total_users', EXPECTED].map((expected) => ({
			json: { expected: expected.split(', ') },
		}));
		const parameters = exportOf(output, { expectedColumns: '={{ $json.expected }}' });
		const run = await runAnalytics(service, parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(run.items.map(({ json }) => typeof json.error)).toEqual(['undefined', 'string']);
		const split = await runAnalytics(service, parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect([split.items.length, split.errorItems.length]).toEqual([1, 1]);
		const failed = await runAnalytics(service, parameters, { items });
		expect(failed.error?.context.itemIndex).toBe(1);
	});

	it('are no matter where there are no rows', async () => {
		service.options.rows = 0;
		const { error } = await runAnalytics(service, exportOf(output, {}));
		expect(error).toBeUndefined();
	});
});

it('are brought into the expected order, as items', async () => {
	const { items } = await runAnalytics(service, exportOf('items', { onOtherColumns: 'fit' }));
	expect(Object.entries(items[0]!.json)).toEqual([
		['total_users', expect.any(Number)],
		['day', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
		['revenue', ''],
	]);
});

it('are brought into the expected order, as a CSV file', async () => {
	const { items } = await runAnalytics(service, exportOf('csvFile', { onOtherColumns: 'fit' }));
	const [header, row, ...more] = await linesOf(items[0]);
	expect(header).toBe('total_users,day,revenue');
	expect(row).toMatch(/^\d+,\d{4}-\d\d-\d\d,$/);
	expect(more).toEqual([]);
	expect(items[0]?.json.columns).toEqual(['total_users', 'day', 'revenue']);
});

it('parts in another order of columns become one file in the expected order', async () => {
	const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
	const range = { dateRange: 'custom', startDate: day(40), endDate: day(1), queryName: QUERY };
	const other = `x\nday,total_users,new_users\n${`${day(2)},12,3\n`.repeat(9)}`;
	service.faults.add('download', { kind: 'delay', ms: 0 });
	service.faults.add('download', { kind: 'status', status: 200, body: other });
	const { items, error } = await runAnalytics(
		service,
		bulkExport({
			...range,
			output: 'csvFile',
			options: { expectedColumns: 'day, total_users', onOtherColumns: 'fit' },
		}),
	);
	expect(error).toBeUndefined();
	const [header, ...lines] = await linesOf(items[0]);
	expect(header).toBe('day,total_users');
	expect(lines).toHaveLength(30 + 9);
	expect(lines.at(-1)).toBe(`${day(2)},12`);
});

it.each([
	['a, b, a', 'Options > Expected Columns is not valid'],
	['={{ 5 }}', 'Options > Expected Columns is not valid'],
])('expected columns %j are an error that costs no call', async (expectedColumns, message) => {
	const { error } = await runAnalytics(service, exportOf('items', { expectedColumns }));
	expect(error?.message).toBe(message);
	expect(service.requests).toEqual([]);
});
