import { asError, LocalError, ServiceError } from '../../shared/errors';
import { listed } from '../../shared/text';
import type { ItemContext } from '../context';
import type { JobCreation } from '../api/schemas';
import { optionsField } from './fields/options';
import { type AnalyticsRequest, filtersField, readRequests, requestFields } from './fields/request';
import type { Operation } from './operation';

const options = optionsField('timeZone');

/** Bulk Export > Start: one item for each job that was started, without waiting for it. */
export const start: Operation = {
	option: {
		name: 'Start',
		value: 'start',
		action: 'Start export without waiting',
		description: 'Start a job and continue without waiting for it',
	},
	fields: [...requestFields, filtersField, options],
	async read(item) {
		const requests = await readRequests(item, item.readAll(options).timeZone);
		return {
			key: { start: requests },
			async fetch() {
				const started = await startJobs(item, requests);
				const pairedItem = { item: item.itemIndex };
				return async () =>
					started.map((job, at) => ({ json: { ...job, ...requests[at]!.content }, pairedItem }));
			},
		};
	},
};

/** A job for each part of the range (4.2), in its order. @throws an error that names the jobs that were started */
export async function startJobs(
	item: ItemContext,
	requests: AnalyticsRequest[],
): Promise<JobCreation[]> {
	const starts = await Promise.allSettled(
		requests.map(
			async ({ body }) => await item.once({ start: body }, async () => await startJob(item, body)),
		),
	);
	const jobs = starts.flatMap((each) => (each.status === 'fulfilled' ? each.value.value : []));
	const failed = starts.find((each) => each.status === 'rejected');
	if (failed) throw withOtherJobs(item, failed.reason, jobs);
	return jobs;
}

async function startJob(item: ItemContext, body: AnalyticsRequest['body']): Promise<JobCreation> {
	const { started } = item.jobs;
	const at = started.push(undefined) - 1;
	const job = await item.api().startJob(body);
	started[at] = job.jobId;
	return job;
}

/** With Continue, the other jobs of the item; else all ends, and with it the wait for all jobs. */
export function withOtherJobs(
	{ isContinuing, jobs }: ItemContext,
	error: unknown,
	ownJobs: readonly JobCreation[],
): Error {
	if (!(error instanceof ServiceError || error instanceof LocalError)) return asError(error);
	// The error of a failed batch names all jobs that follow itself.
	if (error instanceof LocalError && error.data['startAtRow'] !== undefined) return error;
	const { jobId: failed } = error instanceof LocalError ? error.data : error;
	const started = isContinuing ? ownJobs.map(({ jobId }) => jobId) : jobs.started;
	const others = started.filter((jobId) => jobId !== undefined && jobId !== failed);
	if (others.length === 0) return error;
	return error.withAdvice(`Other jobs that were started too: ${listed(others)}.`);
}
