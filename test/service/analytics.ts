import { Readable } from 'node:stream';
import { type Answer, envelope, rawJson, Refusal } from './answers';
import { bulkFile } from './bulkFile';
import type { Clock } from './clock';
import type { Job, Jobs } from './jobs';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import { checkQuery } from './queryRequest';
import { jsonRecords } from './records';
import { statusRecords } from './statusRecords';

export interface AnalyticsContext {
	options: ServiceOptions;
	clock: Clock;
	jobs: Jobs;
	ledger: Ledger;
	files: Map<string, Buffer>;
	storageUrl: string;
}

/** 4.1: the records of a query, inline. */
export function query(body: unknown, context: AnalyticsContext): Answer {
	const { envelope: reading, records: { fields = {}, invalidUtf8 } = {} } =
		context.options.readings;
	const { limit, request } = checkQuery(body, { ...context, isBulk: false });
	const more = Object.entries(fields).map(([name, value]) => [name, rawJson(value)] as const);
	const data: unknown[] = [];
	for (const record of jsonRecords(request)) {
		if (data.length >= limit) break;
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
	const { envelope: reading, creation: { keys = {}, only } = {} } = options.readings;
	const job = jobs.create(checkQuery(body, { ...context, isBulk: true }).request);
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
	const { envelope: reading, statusRecord = {}, jobId: form } = options.readings;
	const job = jobs.byId.get(jobId);
	if (job) {
		const idForm = form === undefined ? 'text' : 'number';
		return envelope(statusRecords(jobs.look(job), { jobId: idForm, ...statusRecord }), reading);
	}
	if (statusRecord.unknownJob === 'emptyList') return envelope([], reading);
	throw new Refusal(404, `There is no job ${jobId}`);
}

/** 4.4: the file of a job, or where it is. */
export function download(jobId: string, context: AnalyticsContext): Answer {
	const { options, jobs, storageUrl } = context;
	const job = jobs.byId.get(jobId);
	if (!job) throw new Refusal(404, 'There is no such job');
	if (!jobs.isDone(job)) throw new Refusal(409, 'The job is not done');
	if (jobs.isExpired(job)) throw new Refusal(410, 'The file is no longer kept');
	if (!options.redirectDownload) return fileOf(job, context);
	return { status: 302, headers: { Location: `${storageUrl}/files/${jobId}` }, body: '' };
}

export function fileOf({ request }: Job, { options, files }: AnalyticsContext): Answer {
	const { failJob, cacheFiles } = options;
	if (failJob) return { status: 200, body: failJob.description };
	const key = JSON.stringify(request);
	const body = files.get(key) ?? bulkFile(options, request);
	if (cacheFiles && body instanceof Readable) {
		const parts: Buffer[] = [];
		body.on('data', (part: Buffer) => parts.push(part));
		body.on('end', () => files.set(key, Buffer.concat(parts)));
	}
	return { status: 200, headers: { 'Content-Type': 'application/gzip' }, body };
}
