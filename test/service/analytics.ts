import { Readable } from 'node:stream';
import { type Answer, envelope, rawJson, refusal, withRetryAfter } from './answers';
import { bulkFile } from './bulkFile';
import type { Clock } from './clock';
import type { Job, Jobs } from './jobs';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import { checkQuery } from './queryRequest';
import type { RateLimit } from './rateLimit';
import { jsonRecords } from './records';
import type { Endpoint } from './requests';
import { statusRecords } from './statusRecords';

export interface AnalyticsContext {
	options: ServiceOptions;
	clock: Clock;
	jobs: Jobs;
	rateLimit: RateLimit;
	ledger: Ledger;
	files: Map<string, Buffer>;
}

/** 4.1: the records of a query, inline. */
export function query(body: unknown, context: AnalyticsContext): Answer {
	const { options } = context;
	const checked = checkQuery(body, { ...context, isBulk: false });
	if ('status' in checked) return refusal(options, checked.status, checked.message);
	const { envelope: reading, records: { fields = {}, invalidUtf8 } = {} } = options.readings;
	const more = Object.entries(fields).map(([name, value]) => [name, rawJson(value)] as const);
	const data: unknown[] = [];
	for (const record of jsonRecords(checked.request)) {
		if (data.length >= checked.limit) break;
		data.push(Object.fromEntries([...record, ...more]));
	}
	const answer = envelope(data, reading);
	if (!invalidUtf8) return answer;
	// One letter in the middle of the first text becomes a byte that UTF-8 has not.
	const bytes = Buffer.from(answer.body as string);
	bytes[bytes.indexOf('":"') + 4] = 0xff;
	return { ...answer, body: bytes };
}

/** 4.2: a new bulk copy job. */
export function startJob(body: unknown, context: AnalyticsContext): Answer {
	const { options, jobs } = context;
	const checked = checkQuery(body, { ...context, isBulk: true });
	if ('status' in checked) return refusal(options, checked.status, checked.message);
	const job = jobs.create(checked.request);
	const { envelope: reading, creation: { keys = {}, only } = {} } = options.readings;
	const fields = Object.entries({
		jobId: jobs.writtenId(job),
		fileName: job.fileName,
		jobCreatedAt: new Date(job.createdAt).toISOString(),
	})
		.filter(([name]) => only?.includes(name) ?? true)
		.map(([name, value]) => [keys[name] ?? name, value]);
	return envelope(Object.fromEntries(fields), reading);
}

/** 4.3: the status record of a job. */
export function jobStatus(jobId: string, { options, jobs }: AnalyticsContext): Answer {
	const { envelope: reading, statusRecord = {} } = options.readings;
	const job = jobs.byId.get(jobId);
	const idForm = options.readings.jobId === undefined ? 'text' : 'number';
	if (job) {
		return envelope(statusRecords(jobs.look(job), { jobId: idForm, ...statusRecord }), reading);
	}
	return statusRecord.unknownJob === 'emptyList'
		? envelope([], reading)
		: refusal(options, 404, `There is no job ${jobId}`);
}

/** 4.4: the file of a job, or where it is. */
export function download(jobId: string, storageUrl: string, context: AnalyticsContext): Answer {
	const { options, jobs } = context;
	const job = jobs.byId.get(jobId);
	if (!job) return refusal(options, 404, 'There is no such job');
	if (!jobs.isDone(job)) return refusal(options, 409, 'The job is not done');
	if (jobs.isExpired(job)) return refusal(options, 410, 'The file is no longer kept');
	if (!options.redirectDownload) return fileOf(job, context);
	return { status: 302, headers: { Location: `${storageUrl}/files/${jobId}` }, body: '' };
}

export function fileOf({ request }: Job, { options, files }: AnalyticsContext): Answer {
	const { failJob, contentEncodingGzip, cacheFiles } = options;
	if (failJob) return { status: 200, body: failJob.description };
	const key = JSON.stringify(request);
	const body = files.get(key) ?? bulkFile(options, request);
	if (cacheFiles && body instanceof Readable) {
		const parts: Buffer[] = [];
		body.on('data', (part: Buffer) => parts.push(part));
		body.on('end', () => files.set(key, Buffer.concat(parts)));
	}
	const encoding = contentEncodingGzip ? { 'Content-Encoding': 'gzip' } : {};
	return { status: 200, headers: { 'Content-Type': 'application/gzip', ...encoding }, body };
}

/** Section 8: a call too many. */
export function rateProblem(
	endpoint: Endpoint,
	{ options, clock, rateLimit }: AnalyticsContext,
): Answer | undefined {
	if (endpoint === 'notifications' || endpoint === 'unknown') return undefined;
	const wait = rateLimit.count(endpoint === 'query' ? 'synchronous' : 'bulk');
	if (wait === undefined) return undefined;
	return withRetryAfter(refusal(options, 429, 'Too many calls'), options.retryAfter, {
		seconds: Math.ceil(wait / 1000),
		now: clock.now(),
	});
}
