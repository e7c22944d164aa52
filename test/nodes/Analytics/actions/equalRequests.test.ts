import type { INodeParameters } from 'n8n-workflow';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { startService, type Service } from '../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const TEN = Array.from({ length: 10 }, (_, at) => ({ json: { at } }));
/** Automatic would ask for column names, once in a process. */
const NAMED = { columnNames: 'secondRow' };

/** Runs the node, and says what the service was asked for it. */
async function run(
	parameters: INodeParameters,
	items: NonNullable<RunOptions['items']>,
	more: RunOptions = {},
) {
	const before = service.requests.length;
	const { hints, ...ran } = await runAnalytics(service, parameters, { items, ...more });
	const asked = service.requests.slice(before).map(({ endpoint }) => endpoint);
	return { ...ran, asked: asked.join(' '), hints: hints.map(({ message }) => message).join('\n') };
}

function expectOwn({ items }: Awaited<ReturnType<typeof run>>, each: number) {
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		TEN.flatMap((_, item) => Array<object>(each).fill({ item })),
	);
	const first = items.slice(0, each).map(({ json }) => json);
	expect(items.map(({ json }) => json)).toEqual(TEN.flatMap(() => first));
	expect(new Set(items.map(({ json }) => json)).size).toBe(10 * each);
}

describe('ten input items with the same request', () => {
	it('have one job and one download, and each has its own rows', async () => {
		const ran = await run(bulkExport({ options: NAMED }), TEN);
		expect(ran.asked).toBe('bulkStart status download');
		expectOwn(ran, 24);
		expect(ran.hints).toContain('Item 1 and 8 more: Reused the result of an earlier item');
		expect(ran.hints).toContain('Settings > Execute Once');
	});

	it('have one file, which each refers to', async () => {
		const ran = await run(bulkExport({ output: 'csvFile', options: NAMED }), TEN);
		expect(ran.asked).toBe('bulkStart status download');
		expectOwn(ran, 1);
		const files = ran.items.map(({ binary }) => binary!.data!);
		expect([new Set(files).size, new Set(files.map(({ id }) => id)).size]).toEqual([10, 1]);
		const bytes = await Container.get(BinaryDataService).getAsBuffer(files[9]!);
		expect(bytes.toString().split('\n')).toHaveLength(26);
	});

	it('have one job that is started, and whose result is fetched', async () => {
		const ran = await run(bulkExport({ operation: 'start' }), TEN);
		expect(ran.asked).toBe('bulkStart');
		expectOwn(ran, 1);
		const jobId = ran.items[0]!.json.jobId as string;
		const result = await run(bulkExport({ operation: 'getResult', jobId, options: NAMED }), TEN);
		expect(result.asked).toBe('status download');
		expectOwn(result, 24);
	});

	it('share a query', async () => {
		const ran = await run(query(), TEN);
		expect(ran.asked).toBe('query');
		expectOwn(ran, 7);
		expect(ran.hints).toContain('Settings > Execute Once');
	});

	it('share the job that gets all rows of a query which the service cuts off', async () => {
		const body = { data: Array(100_000).fill({ flow: '1' }), message: 'OK', status: 200 };
		service.faults.add('query', { kind: 'wrongShape', body });
		const ran = await run(query({ returnAll: true, queryName: 'messages_by_hour_block' }), TEN);
		expectOwn(ran, 7 * 24);
		expect(ran.items[0]?.json).toMatchObject({ sent: expect.any(Number) as number });
		expect(ran.hints).toContain('fetched by a bulk export');
		expect(service.jobs.size).toBe(1);
	});
});

it('the same request in another form shares the job, and is fetched for itself', async () => {
	const options = { fileName: '={{ $json.name }}', ...NAMED };
	const names = ['north', 'south'].map((name) => ({ json: { name } }));
	const { items, asked, hints } = await run(bulkExport({ output: 'csvFile', options }), names);
	expect(items.map(({ json }) => json.fileName)).toEqual(['north.csv', 'south.csv']);
	expect(asked).toBe('bulkStart status download download');
	expect(hints).not.toContain('Execute Once');
});

it('items that differ in Convert Types share the job, and not its rows', async () => {
	const options = { convertTypes: '={{ $json.convert }}', ...NAMED };
	const given = [true, false, true].map((convert) => ({ json: { convert } }));
	const { items, asked } = await run(bulkExport({ options }), given);
	expect(asked).toBe('bulkStart status download download');
	expect([0, 24, 48].map((at) => items[at]?.json.hour_block)).toEqual([0, '0', 0]);
});

it('other requests have jobs of their own', async () => {
	const users = ['1', '2', '1'].map((user) => ({ json: { user } }));
	await run(bulkExport({ filters: { userId: '={{ $json.user }}' } }), users);
	expect(service.jobs.size).toBe(2);
});

describe('if the job that two of three items share fails', () => {
	const items = ['messages_by_day', 'nonsense', 'nonsense'].map((query) => ({ json: { query } }));
	const parameters = bulkExport({ queryName: '={{ $json.query }}' });
	const error = 'The service has no query "nonsense"';
	const refused = { query: 'nonsense', error, details: { kind: 'refused' } };

	it('both get its error in the regular output', async () => {
		const ran = await run(parameters, items, { onError: 'continueRegularOutput' });
		expect(ran.items).toMatchObject([
			{ json: { sent: expect.any(Number) as number }, pairedItem: { item: 0 } },
			{ json: { error }, pairedItem: { item: 1 } },
			{ json: { error }, pairedItem: { item: 2 } },
		]);
		expect(ran.asked.match(/bulkStart/g)).toHaveLength(2);
	});

	it('both get its error in the error output', async () => {
		const ran = await run(parameters, items, { onError: 'continueErrorOutput' });
		expect(ran.items).toHaveLength(1);
		expect(ran.errorItems).toMatchObject([{ json: refused }, { json: refused }]);
	});

	it('otherwise the node fails', async () => {
		const ran = await run(parameters, items);
		expect([ran.items, ran.error?.message, ran.error?.context.itemIndex]).toEqual([[], error, 1]);
		expect(ran.error?.description).toContain('Choose one from the list');
	});
});
