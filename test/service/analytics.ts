import { type Answer, envelope, passedOn, Refusal } from './answers';
import { bulkFile } from './bulkFile';
import type { Jobs } from './jobs';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import { checkQuery } from './queryRequest';
import { jsonRecords } from './records';

export interface AnalyticsContext {
	options: ServiceOptions;
	jobs: Jobs;
	ledger: Ledger;
}

export function query(body: unknown, context: AnalyticsContext): Answer {
	const { limit, request } = checkQuery(body, { ...context, isBulk: false });
	const data: unknown[] = [];
	for (const record of jsonRecords(request)) {
		if (data.length >= limit) break;
		data.push(Object.fromEntries(record));
	}
	return envelope(data);
}

export function startJob(body: unknown, context: AnalyticsContext): Answer {
	const job = context.jobs.create(checkQuery(body, { ...context, isBulk: true }).request);
	const { jobId, fileName, createdAt } = job;
	const jobCreatedAt = new Date(createdAt).toISOString();
	return envelope({ jobId, fileName, jobCreatedAt });
}

export function jobStatus(jobId: string, { jobs }: AnalyticsContext): Answer {
	const job = jobs.byId.get(jobId);
	if (!job) throw passedOn(404);
	return envelope([jobs.look(job)]);
}

export function download(jobId: string, context: AnalyticsContext): Answer {
	const { options, jobs } = context;
	const job = jobs.byId.get(jobId);
	if (!job) throw passedOn(404);
	if (!jobs.isDone(job)) throw new Refusal(409, 'The job is not done');
	if (options.failJob) return { status: 200, body: options.failJob.description };
	const headers = { 'Content-Type': 'application/gzip' };
	return { status: 200, headers, body: bulkFile(options, job.request) };
}
