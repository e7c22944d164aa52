import { partsOf, shownDays } from '../../shared/dates/dateRange';
import type { ItemToRun } from '../context';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { JobCreation } from '../api/schemas';

/** A job that was started, and the part of the request that it is for. */
export type StartedJob = JobCreation & { part: AnalyticsRequest };

/**
 * Starts a job for each part of the days (section 4.2). If one fails, the others still come to their end,
 * so that the error can name the jobs that were started.
 * @throws the error of the first part that failed
 */
export async function startJobs(
	{ api, progress, itemIndex, log }: ItemToRun,
	request: AnalyticsRequest,
): Promise<StartedJob[]> {
	const starts = partsOf(request).map(async (part) => {
		const start = api.startJob(part, progress.mayStart);
		const job = await progress.takeStart(itemIndex, part, start);
		log(`Started job ${job.jobId} (${part.queryName}, ${shownDays(part)})`);
		return { ...job, part };
	});
	await Promise.allSettled(starts);
	return await Promise.all(starts);
}
