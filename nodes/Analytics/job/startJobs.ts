import { daysOf } from '../../shared/dates/dateRange';
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
	{ api, progress, itemIndex, log }: ItemToRun,
	requests: AnalyticsRequest[],
): Promise<StartedJob[]> {
	const starts = await Promise.allSettled(
		requests.map(async (request) => {
			const { body, query } = request;
			const job = await progress.startJob(itemIndex, async () => {
				const result = await api.startJob(body, progress.mayStart);
				const what = `${query.queryName}, ${daysOf(query)}`;
				if ('value' in result) log(api.quote(`Started job ${result.value.jobId} (${what})`));
				return result;
			});
			return { ...job, request };
		}),
	);
	const started: StartedJob[] = [];
	for (const start of starts) {
		if (start.status === 'rejected') throw asError(start.reason);
		started.push(start.value);
	}
	return started;
}
