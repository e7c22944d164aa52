import '../../../support/quickWaits';
import {
	BY_QUERY,
	bulkExport,
	itemsOfQueries,
	runAnalytics,
	sendFiles,
} from '../../../support/analyticsNode';
import { CONTINUE, CONTINUES_ON_ERROR } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';
import { startFinishedJob } from '../../../support/startedJobs';

const service = serviceForEach();

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

it.each(CONTINUES_ON_ERROR)(
	'a job that is not done yet is an error of its own item (%s)',
	async (onError) => {
		const items = await twoJobsWith('RUNNING');
		const [first, second] = service.jobs.values();
		second!.isEnded = true;
		const { items: output, errorItems } = await runAnalytics(service, getResult, {
			items,
			onError,
		});
		const [failed, ...rows] = [...errorItems, ...output];
		expect(failed?.json.error).toBe(`The bulk export is not done yet (job ${first?.jobId})`);
		expect(failed?.json.description).toMatch(/^Its status is RUNNING\. Try again later/);
		// The other item has its result.
		expect(failed?.json.description).not.toContain(second?.jobId);
		expect(failed?.pairedItem).toEqual({ item: 0 });
		expect(rows).toHaveLength(40);
		expect(new Set(rows.map(({ pairedItem }) => pairedItem))).toEqual(new Set([{ item: 1 }]));
	},
);

it('a job that failed is an error, whatever its file holds', async () => {
	service.options.failJob = { message: 'Quota', description: 'day,sent\n2026-11-01,1\n' };
	const { jobId } = await startFinishedJob(service);
	const parameters = bulkExport({ operation: 'getResult', jobId });
	const { items, error } = await runAnalytics(service, parameters);
	expect(error?.message).toBe(`The bulk export failed (job ${jobId})`);
	expect(items).toEqual([]);
});

it('several jobs are the parts of one export, in the order of their IDs', async () => {
	await twoJobsWith('DONE');
	sendFiles(service, 'x\nname,n\na,1\n', 'x\nname,n\nb,1\n');
	const jobId = [...service.jobs.keys()].toReversed().join(', ');
	const options = { columnNames: 'secondRow' };
	const parameters = bulkExport({ operation: 'getResult', jobId, options });
	const { items } = await runAnalytics(service, parameters);
	expect(items.map(({ json }) => json.name)).toEqual(['a', 'b']);
	const downloads = service.requestsTo('download').map(({ url }) => url.split('/').at(-1));
	expect(downloads.join(', ')).toBe(jobId);
});

it('an error about the file of one of several jobs says to fetch all of them', async () => {
	await twoJobsWith('DONE');
	const jobIds = [...service.jobs.keys()];
	const jobId = jobIds.join(', ');
	service.faults.add('download', { kind: 'status', status: 500 }, Infinity);
	const parameters = bulkExport({ operation: 'getResult', jobId, output: 'gzipFile' });
	const { error } = await runAnalytics(service, parameters);
	expect(error?.message).toContain(`(job ${jobIds[0]})`);
	expect(error?.description).toContain(
		`Get Result can fetch the file within 24 hours with: ${jobId}.`,
	);
});

it.each(['getStatus', 'getResult'])(
	'an error about the status of a job names it, and passes all jobs of the item on (%s)',
	async (operation) => {
		service.faults.add('status', { kind: 'status', status: 500 }, Infinity);
		const jobId = 'job-1, job-2';
		const parameters = bulkExport({ operation, jobId });
		const { items } = await runAnalytics(service, parameters, CONTINUE);
		const error = 'The service failed to process the request (job job-1)';
		expect(items).toMatchObject([{ json: { error, jobId } }]);
		// The service has not said that these jobs exist.
		expect(items[0]?.json.description).not.toContain('Get Result');
	},
);
