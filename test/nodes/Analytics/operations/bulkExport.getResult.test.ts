import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { CONTINUES_ON_ERROR } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

const TRY_LATER =
	'Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.';

/** Starts two jobs that do not get any further than this status. @returns their IDs, as input items */
async function twoJobsWith(status: string) {
	service.options.states = Array<string>(100).fill(status);
	const items = ['messages_by_day', 'usage_by_user'].map((query) => ({ json: { query } }));
	const start = bulkExport({ operation: 'start', queryName: '={{ $json.query }}' });
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
		{
			status: 'CANCELLED',
			advice: `Its status is CANCELLED. If this means that the job has ended without a file, start the export again. ${TRY_LATER}`,
		},
	])('is an error that says what its status "$status" may mean', async ({ status, advice }) => {
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
