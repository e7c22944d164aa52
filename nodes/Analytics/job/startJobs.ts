import { daysOf } from '../../shared/dates/requestDates';
import { asError } from '../../shared/errors';
import type { ItemToRun } from '../context';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { JobCreation } from '../api/schemas';

export type StartedJob = JobCreation & { request: AnalyticsRequest };

/**
 * Starts a job for each part of the range (section 4.2). If one fails, the others still come to their end,
 * so that the error can name the jobs that were started.
 * @throws the error of the first part that failed
 */
export async function startJobs(
	item: ItemToRun,
	requests: AnalyticsRequest[],
): Promise<StartedJob[]> {
	const starts = await Promise.allSettled(
		requests.map(async (request) => ({ ...(await startJob(item, request)), request })),
	);
	const started: StartedJob[] = [];
	for (const start of starts) {
		if (start.status === 'rejected') throw asError(start.reason);
		started.push(start.value);
	}
	return started;
}

/** Starts a job, unless another item has started one for an equal request: then they share it. */
async function startJob(item: ItemToRun, { body, query }: AnalyticsRequest): Promise<JobCreation> {
	const job = await item.memoize({ start: body }, async () => {
		const created = await item.progress.addJob(query, async () => await item.api.startJob(body));
		const started = `Started job ${created.jobId} (${query.queryName}, ${daysOf(query)})`;
		item.log(item.api.shown(started));
		return created;
	});
	item.progress.assignJob(item.itemIndex, job.jobId);
	return job;
}
