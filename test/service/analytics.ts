import { type Answer, envelope, passedOn, Refusal } from './answers';
import { bulkFile } from './bulkFile';
import type { Job, Jobs } from './jobs';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import { checkQuery } from './queryRequest';
import { jsonRecords } from './records';

export interface AnalyticsContext {
	options: ServiceOptions;
	jobs: Jobs;
	ledger: Ledger;
}

/** Section 4.1. @throws Refusal */
export function query(body: unknown, { options, ledger }: AnalyticsContext): Answer {
	const { limit, request } = checkQuery(body, { options, ledger, isBulk: false });
	const data: unknown[] = [];
	for (const record of jsonRecords(request)) {
		if (data.length >= limit) break;
		data.push(Object.fromEntries(record));
	}
	return envelope(data);
}

/** Section 4.2. @throws Refusal */
export function startJob(body: unknown, { options, ledger, jobs }: AnalyticsContext): Answer {
	const { request } = checkQuery(body, { options, ledger, isBulk: true });
	const { jobId, fileName, createdAt } = jobs.create(request);
	return envelope({ jobId, fileName, jobCreatedAt: new Date(createdAt).toISOString() });
}

/** Section 4.3. @throws Refusal */
export function jobStatus(jobId: string, { jobs }: AnalyticsContext): Answer {
	const job = knownJob(jobId, jobs);
	return envelope([jobs.look(job)]);
}

/** Section 4.4. @throws Refusal */
export function download(jobId: string, { options, jobs }: AnalyticsContext): Answer {
	const job = knownJob(jobId, jobs);
	if (!jobs.isDone(job)) throw new Refusal(409, 'The job is not done');
	// The file of a job that has failed holds the description of its error.
	if (options.failJob) return { status: 200, body: options.failJob.description };
	const headers = { 'Content-Type': 'application/gzip' };
	return { status: 200, headers, body: bulkFile(options, job.request) };
}

function knownJob(jobId: string, jobs: Jobs): Job {
	const job = jobs.byId.get(jobId);
	if (!job) throw passedOn(404);
	return job;
}
