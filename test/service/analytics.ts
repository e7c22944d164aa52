import { type Answer, envelope, rawJson, refusal } from './answers.ts';
import type { Clock } from './clock.ts';
import { bulkFile, isAltered, storedFile } from './bulkFile.ts';
import type { Job, Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import type { ServiceOptions } from './options.ts';
import { checkQuery } from './queryRequest.ts';
import { type RateLimit, retryAfterHeaders } from './rateLimit.ts';
import { jsonRecords } from './records.ts';
import type { Endpoint, Route } from './requests.ts';
import { statusRecords } from './statusRecords.ts';

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
	return invalidUtf8 ? withWrongByte(answer) : answer;
}

/** One letter in the middle of the first text becomes a byte that UTF-8 has not. */
function withWrongByte(answer: Answer): Answer {
	const body = Buffer.from(answer.body as string);
	body[body.indexOf('":"') + 4] = 0xff;
	return { ...answer, body };
}

/** 4.2: a new bulk copy job. */
export function startJob(body: unknown, context: AnalyticsContext): Answer {
	const { options, jobs } = context;
	const checked = checkQuery(body, { ...context, isBulk: true });
	if ('status' in checked) return refusal(options, checked.status, checked.message);
	const job = jobs.create(checked.request);
	const { envelope: reading, creation: { keys = {}, only } = {} } = options.readings;
	const created = {
		jobId: jobs.writtenId(job),
		fileName: job.fileName,
		jobCreatedAt: new Date(job.createdAt).toISOString(),
	};
	const fields = Object.entries(created)
		.filter(([name]) => only?.includes(name) ?? true)
		.map(([name, value]) => [keys[name] ?? name, value]);
	return envelope(Object.fromEntries(fields), reading);
}

/** 4.3: the status record of a job. */
export function jobStatus({ jobId = '' }: Route, { options, jobs }: AnalyticsContext): Answer {
	const { envelope: reading, statusRecord = {} } = options.readings;
	const job = jobs.byId.get(jobId);
	const idForm = options.readings.jobId === undefined ? 'text' : 'number';
	if (job) {
		const records = statusRecords(jobs.look(job), { jobId: idForm, ...statusRecord });
		return envelope(records, reading);
	}
	return statusRecord.unknownJob === 'emptyList'
		? envelope([], reading)
		: refusal(options, 404, `There is no job ${jobId}`);
}

/** 4.4: why a file cannot be downloaded; undefined if it can. */
export function downloadProblem(
	job: Job | undefined,
	context: AnalyticsContext,
): Answer | undefined {
	const { options, jobs } = context;
	if (!job) return refusal(options, 404, 'There is no such job');
	if (!jobs.isDone(job)) return refusal(options, 409, 'The job is not done');
	if (jobs.isExpired(job)) return refusal(options, 410, 'The file is no longer kept');
	return undefined;
}

/** 4.4: the file, from memory where it has to be; otherwise it is streamed. */
export function fileOf(job: Job, { options, files }: AnalyticsContext): Answer | undefined {
	if (options.failJob) return { status: 200, body: options.failJob.description };
	const cached = files.get(fileKey(job));
	if (!cached && !isAltered(options)) return undefined;
	const body = cached ?? storedFile(options, job.request);
	return { status: 200, headers: fileHeaders(options), body };
}

export function streamedFile(job: Job, { options }: AnalyticsContext) {
	return { headers: fileHeaders(options), body: bulkFile(options, job.request) };
}

export function fileKey({ request }: Job): string {
	return JSON.stringify(request);
}

function fileHeaders({ contentEncodingGzip }: ServiceOptions): Record<string, string> {
	return {
		'Content-Type': 'application/gzip',
		...(contentEncodingGzip ? { 'Content-Encoding': 'gzip' } : {}),
	};
}

/** Section 8: a call too many. */
export function rateProblem(
	endpoint: Endpoint,
	{ options, clock, rateLimit }: AnalyticsContext,
): Answer | undefined {
	const isRead = endpoint === 'status' || endpoint === 'download';
	if (endpoint === 'notifications' || endpoint === 'unknown') return undefined;
	if (isRead && !options.countStatusAndDownload) return undefined;
	const wait = rateLimit.count(endpoint === 'query' ? 'synchronous' : 'bulk');
	if (wait === undefined) return undefined;

	const answer = refusal(options, 429, 'Too many calls');
	const headers = retryAfterHeaders(options.retryAfter, {
		seconds: Math.ceil(wait / 1000),
		now: clock.now(),
	});
	return { ...answer, headers: { ...answer.headers, ...headers } };
}
