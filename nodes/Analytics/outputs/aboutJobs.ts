import type { INodeExecutionData } from 'n8n-workflow';
import { daysOf } from '../../shared/dates/requestDates';
import type { ShownQuery } from '../api/analyticsApi';
import type { FinishedJob } from '../job/downloads';

/** The query of all jobs together, from the first day to the last. Undefined if it is not known. */
export function queryOf(jobs: FinishedJob[]): ShownQuery | undefined {
	const first = jobs.at(0)?.query;
	const last = jobs.at(-1)?.query;
	return first && last && { ...first, endDate: last.endDate };
}

/** The fields of an output item that say which jobs it was made from. */
export function aboutJobs(jobs: FinishedJob[]): INodeExecutionData['json'] {
	const jobIds = jobs.map(({ jobId }) => jobId);
	return { ...queryOf(jobs), ...(jobIds.length === 1 ? { jobId: jobIds[0] } : {}), jobIds };
}

/** What an error or a hint calls a job: its days, if they are known, and its ID. */
export function labelOf({ query, jobId }: FinishedJob): string {
	return query ? `${daysOf(query)} (job ${jobId})` : `job ${jobId}`;
}
