import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { BY_QUERY, bulkExport, itemsOfQueries, runAnalytics } from '../../../support/analyticsNode';
import { CONTINUES_ON_ERROR } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

const TRY_LATER =
	'Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.';

/** Starts two jobs that do not get any further than this status. @returns their IDs, as input items */
async function twoJobsWith(status: string) {
	service.options.states = Array<string>(100).fill(status);
	const items = itemsOfQueries('messages_by_day', 'usage_by_user');
	const start = bulkExport({ operation: 'start', ...BY_QUERY });
	const started = await runAnalytics(service, start, { items });
	return started.items.map(({ json }) => ({ json }));
}

const getResult = bulkExport({
	operation: 'getResult',
	jobId: '={{ $json.jobId }}',
	queryName: '={{ $json.queryName }}',
});

describe('a job that is not done yet', () => {
	it.each([
		{ status: 'RUNNING', advice: `Its status is RUNNING. ${TRY_LATER}` },
		{ status: '', advice: TRY_LATER },
	])('is an error that says its status: "$status"', async ({ status, advice }) => {
		const items = await twoJobsWith(status);
		const { error } = await runAnalytics(service, getResult, { items: items.slice(0, 1) });
		const [jobId] = service.jobs.keys();
		expect(error?.message).toBe(`The bulk export is not done yet (job ${jobId})`);
		expect(error?.description).toBe(advice);
	});

	it.each(CONTINUES_ON_ERROR)('is an error of its own item (%s)', async (onError) => {
		const items = await twoJobsWith('RUNNING');
		const [, second] = service.jobs.values();
		second!.isEnded = true;
		const options = { items, onError };
		const { items: output, errorItems } = await runAnalytics(service, getResult, options);
		const [failed, ...rows] = [...errorItems, ...output];
		const [firstId] = service.jobs.keys();
		expect(failed?.json.error).toBe(`The bulk export is not done yet (job ${firstId})`);
		expect(failed?.pairedItem).toEqual({ item: 0 });
		expect(rows).toHaveLength(40);
		expect(new Set(rows.map(({ pairedItem }) => pairedItem))).toEqual(new Set([{ item: 1 }]));
	});
});

describe('several jobs', () => {
	async function resultOf(parameters: INodeParameters) {
		await twoJobsWith('DONE');
		for (const name of ['a', 'b']) {
			const bytes = gzipSync(`x\nname,n\n${name},1\n`);
			service.faults.add('download', { kind: 'file', bytes });
		}
		const jobId = [...service.jobs.keys()].toReversed().join(', ');
		const given = bulkExport({ operation: 'getResult', jobId, ...parameters });
		const { items } = await runAnalytics(service, given);
		return { jobId, rows: items.map(({ json }) => json) };
	}

	it('are the parts of one export, in the order of their IDs', async () => {
		const { jobId, rows } = await resultOf({ options: { columnNames: 'secondRow' } });
		expect(rows.map(({ name }) => name)).toEqual(['a', 'b']);
		const downloads = service.requestsTo('download').map(({ url }) => url.split('/').at(-1));
		expect(downloads.join(', ')).toBe(jobId);
	});

	it('become compressed files with names of their own', async () => {
		const { rows } = await resultOf({ output: 'gzipFile', options: { fileName: 'all' } });
		expect(rows.map(({ fileName }) => fileName)).toEqual(['all.csv.gz', 'all (2).csv.gz']);
	});
});
