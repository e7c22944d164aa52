import { bulkExport, runAnalytics } from './analyticsNode';
import { serviceForEach } from './serviceForEach';
import { startFinishedJob, startJob } from './startedJobs';

const service = serviceForEach({ states: ['PENDING', 'RUNNING'] });

async function isDone(jobId: string): Promise<unknown> {
	const getStatus = bulkExport({ operation: 'getStatus', jobId });
	const { items } = await runAnalytics(service, getStatus);
	return items[0]?.json.done;
}

it('a job that was started is done after a look at each of its states', async () => {
	const { jobId } = await startJob(service);
	expect(await isDone(jobId)).toBe(false);
	expect(await isDone(jobId)).toBe(false);
	expect(await isDone(jobId)).toBe(true);
});

it('a finished job is done at the first look, and the others go on', async () => {
	const other = await startJob(service);
	const finished = await startFinishedJob(service, { queryName: 'usage_by_user' });
	expect(finished.request.queryName).toBe('usage_by_user');
	expect(await isDone(finished.jobId)).toBe(true);
	expect(await isDone(other.jobId)).toBe(false);
});

it('a finished job is done although the service takes its time for others', async () => {
	service.options.jobDurationMs = 60_000;
	const { jobId } = await startFinishedJob(service);
	expect(await isDone(jobId)).toBe(true);
});

it('a job that the service refuses to start is an error with the words of the node', async () => {
	service.faults.add('bulkStart', { kind: 'status', status: 403 });
	await expect(startJob(service)).rejects.toThrow('does not allow this');
});
