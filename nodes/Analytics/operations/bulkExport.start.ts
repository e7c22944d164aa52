import type { INodeExecutionData } from 'n8n-workflow';
import { asError } from '../../shared/errors';
import type { ItemContext } from '../context';
import type { JobCreation } from '../api/schemas';
import { daysOf } from '../job/startedJobs';
import { optionsField } from './fields/options';
import { type AnalyticsRequest, filtersField, readRequests, requestFields } from './fields/request';
import type { Operation } from './operation';

const options = optionsField('timeZone');

interface StartTask {
	/** One request for each part of the range, the oldest first. */
	requests: AnalyticsRequest[];
}

/** Bulk Export > Start (section 4.2): starts jobs without waiting for them, and outputs one item for each. */
export const bulkExportStart: Operation<StartTask> = {
	option: {
		name: 'Start',
		value: 'start',
		action: 'Start export without waiting',
		description: 'Start a job and continue without waiting for it',
	},

	properties: [...requestFields, filtersField, options],

	async read(item) {
		const { timeZone } = item.readCollection(options);
		return { requests: await readRequests(item, timeZone) };
	},

	async run({ requests }, item): Promise<INodeExecutionData[]> {
		const started = await startJobs(item, requests);
		return started.map(({ request, ...job }) => ({
			json: { ...job, ...request.content },
			pairedItem: { item: item.itemIndex },
		}));
	},
};

export type StartedJob = JobCreation & { request: AnalyticsRequest };

/**
 * Starts a job for each part of the range (section 4.2). If one fails, the others still come to their end,
 * so that the error can name the jobs that were started.
 * @throws the error of the first part that failed
 */
export async function startJobs(
	item: ItemContext,
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
async function startJob(
	item: ItemContext,
	{ body, content }: AnalyticsRequest,
): Promise<JobCreation> {
	const { value: job } = await item.memoize({ start: body }, async () => {
		const api = item.api();
		const created = await item.jobs.add(content, async () => await api.startJob(body));
		const { queryName } = content;
		item.log(api.shown(`Started job ${created.jobId} (${queryName}, ${daysOf(content)})`));
		return created;
	});
	item.jobs.assignTo(item.itemIndex, job.jobId);
	return job;
}
