import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { startService, type Service } from '../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../support/analyticsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const TEN = Array.from({ length: 10 }, (_, at) => ({ json: { at } }));
const endpoints = () => service.requests.map(({ endpoint }) => endpoint);
const ONCE = ['bulkStart', 'status', 'download'];
/** Which asks for column names, once in a process. */
const SECOND = { options: { columnNames: 'secondRow' } };

describe('ten input items with the same request', () => {
	it('have one job and one download, and each has its own rows', async () => {
		const { items, hints, error } = await runAnalytics(service, bulkExport(SECOND), { items: TEN });
		expect(error).toBeUndefined();
		expect(endpoints()).toEqual(ONCE);
		expect(items).toHaveLength(240);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			TEN.flatMap((_, item) => Array<object>(24).fill({ item })),
		);
		for (let at = 24; at < 240; at += 1) {
			expect(items[at]?.json).toEqual(items[at % 24]?.json);
			expect(items[at]?.json).not.toBe(items[at % 24]?.json);
		}
		const messages = hints.map(({ message }) => message).join('\n');
		expect(messages).toContain('Item 1 and 8 more: Reused the result of an earlier item');
		expect(messages).toContain('Settings > Execute Once');
	});

	it('have one file, which each refers to', async () => {
		const { items } = await runAnalytics(service, bulkExport({ output: 'csvFile', ...SECOND }), {
			items: TEN.slice(0, 3),
		});
		expect(endpoints()).toEqual(ONCE);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		const files = items.map(({ binary }) => binary!.data!);
		expect(new Set(files).size).toBe(3);
		expect(new Set(files.map(({ id }) => id)).size).toBe(1);
		for (const file of files) {
			const bytes = await Container.get(BinaryDataService).getAsBuffer(file);
			expect(bytes.toString().split('\n')).toHaveLength(26);
		}
	});

	it('have one job that is started', async () => {
		const parameters = bulkExport({ operation: 'start' });
		const { items, hints } = await runAnalytics(service, parameters, { items: TEN });
		expect(endpoints()).toEqual(['bulkStart']);
		expect(new Set(items.map(({ json }) => json.jobId)).size).toBe(1);
		expect(items).toHaveLength(10);
		expect(hints.map(({ message }) => message).join()).toContain('Execute Once');

		service.requests.length = 0;
		const { jobId } = items[0]!.json;
		const results = bulkExport({ operation: 'getResult', jobId: jobId as string, ...SECOND });
		const { items: rows } = await runAnalytics(service, results, { items: TEN });
		expect(endpoints()).toEqual(['status', 'download']);
		expect(rows).toHaveLength(240);
	});
});

it('the same request in another form shares the job, and is fetched for itself', async () => {
	const parameters = bulkExport({
		output: 'csvFile',
		options: { fileName: '={{ $json.name }}', columnNames: 'secondRow' },
	});
	const { items, hints } = await runAnalytics(service, parameters, {
		items: ['north', 'south'].map((name) => ({ json: { name } })),
	});
	expect(items.map(({ json }) => json.fileName)).toEqual(['north.csv', 'south.csv']);
	expect(endpoints()).toEqual(['bulkStart', 'status', 'download', 'download']);
	expect(hints.map(({ message }) => message).join()).not.toContain('Execute Once');
});

it('items that differ in Convert Types share the job, and not its rows', async () => {
	const { items } = await runAnalytics(
		service,
		bulkExport({ options: { convertTypes: '={{ $json.convert }}', columnNames: 'secondRow' } }),
		{ items: [true, false, true].map((convert) => ({ json: { convert } })) },
	);
	expect(endpoints()).toEqual(['bulkStart', 'status', 'download', 'download']);
	const hours = [0, 24, 48].map((at) => items[at]?.json.hour_block);
	expect(hours).toEqual([0, '0', 0]);
});

it('other requests have jobs of their own', async () => {
	const parameters = bulkExport({ filters: { userId: '={{ $json.user }}' } });
	await runAnalytics(service, parameters, {
		items: ['1', '2', '1'].map((user) => ({ json: { user } })),
	});
	expect(service.jobs.size).toBe(2);
});

it('equal queries share one call, and each has its own records', async () => {
	const { items, hints } = await runAnalytics(service, query(), { items: TEN });
	expect(endpoints()).toEqual(['query']);
	expect(items.length % 10).toBe(0);
	const each = items.length / 10;
	expect(items[each]?.json).toEqual(items[0]?.json);
	expect(items[each]?.json).not.toBe(items[0]?.json);
	expect(items[each]?.pairedItem).toEqual({ item: 1 });
	expect(hints.map(({ message }) => message).join()).toContain('Settings > Execute Once');
});

it('queries that are cut off share the job that gets the whole', async () => {
	const body = { data: Array(100_000).fill({ flow: '1' }), message: 'OK', status: 200 };
	service.faults.add('query', { kind: 'wrongShape', body });
	const parameters = query({ returnAll: true, queryName: 'messages_by_hour_block' });
	const { items } = await runAnalytics(service, parameters, { items: TEN.slice(0, 2) });
	expect(items).toHaveLength(2 * 7 * 24);
	expect(service.jobs.size).toBe(1);
});

describe('if the job that two of three items share fails', () => {
	const items = ['messages_by_day', 'nonsense', 'nonsense'].map((query) => ({ json: { query } }));
	const parameters = bulkExport({ queryName: '={{ $json.query }}' });
	const REFUSED = 'The service has no query "nonsense"';

	it('both get its error in the regular output', async () => {
		const onError = 'continueRegularOutput';
		const run = await runAnalytics(service, parameters, { items, onError });
		expect(run.items.map(({ json }) => json.error)).toEqual([undefined, REFUSED, REFUSED]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(endpoints().filter((endpoint) => endpoint === 'bulkStart')).toHaveLength(2);
	});

	it('both get its error in the error output', async () => {
		const onError = 'continueErrorOutput';
		const run = await runAnalytics(service, parameters, { items, onError });
		expect(run.items).toHaveLength(1);
		expect(run.errorItems.map(({ json }) => json.error)).toEqual([REFUSED, REFUSED]);
	});

	it('otherwise the node fails', async () => {
		const run = await runAnalytics(service, parameters, { items });
		expect(run.items).toEqual([]);
		expect(run.error?.message).toBe(REFUSED);
	});
});
