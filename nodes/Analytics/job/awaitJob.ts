import { cancellableSleep } from '../../shared/abort';
import { asError, ServiceError } from '../../shared/errors';
import { statusClassOf } from '../../shared/http/status';
import { inSeconds, joinedTexts, sentence, shownText } from '../../shared/text';
import type { AnalyticsApi } from '../api/analyticsApi';
import type { JobRecord } from '../api/schemas';

const FIRST_WAITS_MS = [2_000, 6_000];
const MIN_WAIT_MS = 15_000;
const MAX_WAIT_MS = 60_000;
/** How long a status request may take, so that one is made just before the time is up. */
const LAST_REQUEST_MS = 5_000;
/** A long job is noticed late by this share of its time at most. */
const LATE_SHARE = 0.1;
const MAX_FAILURES = 5;
const MAX_DESCRIPTION_BYTES = 64 * 2 ** 10;

const HOW_TO_GO_ON =
	'The job continues at the service: run Bulk Export > Get Result with this job ID within 24 hours.';

export interface AwaitJobOptions {
	api: AnalyticsApi;
	jobId: string;
	/** The execution waits for no other job, from which an early request would take a call. */
	isAlone: boolean;
	maxWaitMs: number;
	signal: AbortSignal;
}

/**
 * Requests the status of a job until it is DONE (sections 3 and 4.5). @throws ServiceError that names the job:
 * `jobFailed`, `jobNotReady`, or the error of the fifth failed request in a row
 */
export async function awaitJob(options: AwaitJobOptions): Promise<JobRecord> {
	const { api, jobId, maxWaitMs, signal } = options;
	const startedAt = performance.now();
	const deadline = startedAt + maxWaitMs;
	let lastStatus = '';
	for (let requests = 0, failures = 0; ; requests += 1) {
		await cancellableSleep(waitBefore(requests, performance.now() - startedAt, options), signal);
		// The first request is made however late the rate limiter lets it through.
		if (requests > 0 && performance.now() >= deadline) throw notReady(jobId, maxWaitMs, lastStatus);
		try {
			const { record, state } = await api.job(jobId, { repeat: 'never', deadline });
			lastStatus = record.Status;
			if (state === 'failed') throw await jobFailure(api, jobId, record);
			if (state === 'done') return record;
			failures = 0;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ServiceError) || error.kind === 'jobFailed') throw asError(error);
			failures += 1;
			// A refused token stays refused.
			const { status = 0 } = error;
			const isFinal = error.isFinal || ['token', 'permission'].includes(statusClassOf(status));
			if (failures < MAX_FAILURES && !isFinal) continue;
			throw error.withJob(jobId, HOW_TO_GO_ON);
		}
	}
}

/** With several jobs, each status request takes a call from the others, so none is early. */
function waitBefore(requests: number, ageMs: number, { isAlone, maxWaitMs }: AwaitJobOptions) {
	const firstWait = isAlone ? FIRST_WAITS_MS[requests] : undefined;
	const wait = firstWait ?? Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, ageMs * LATE_SHARE));
	const untilEnd = Math.max(0, maxWaitMs - ageMs);
	const untilLast = untilEnd - Math.min(LAST_REQUEST_MS, maxWaitMs / 2);
	return untilLast > 0 ? Math.min(wait, untilLast) : untilEnd;
}

function notReady(jobId: string, maxWaitMs: number, lastStatus: string): ServiceError {
	const message = `The bulk export was not done after ${inSeconds(maxWaitMs)} (job ${jobId})`;
	const status = lastStatus && ` Its last status was ${shownText(lastStatus)}.`;
	const advice = `${HOW_TO_GO_ON} Or raise Options > Max Wait.${status}`;
	return new ServiceError('jobNotReady', message, advice, { jobId });
}

export async function jobFailure(
	api: AnalyticsApi,
	jobId: string,
	{ Status, ErrorMessage }: JobRecord,
): Promise<ServiceError> {
	const description = await failureDescription(api, jobId);
	const said = joinedTexts([
		`The service said: ${sentence(api.shown(ErrorMessage || `Status ${Status}`))}`,
		description ? `The file says: ${sentence(description)}` : '',
		'Check the query, its dates and its filters, and start the export again.',
	]);
	return new ServiceError('jobFailed', `The bulk export failed (job ${jobId})`, said, { jobId });
}

/** Only adds to an error that is certain already, so it may itself fail. */
async function failureDescription(api: AnalyticsApi, jobId: string): Promise<string> {
	try {
		const file = await api.download(jobId);
		const text = await file.readPrefix(MAX_DESCRIPTION_BYTES);
		const isText = !text.includes('\uFFFD') && text.trim() !== '';
		return isText ? api.shown(text) : '';
	} catch {
		return '';
	}
}
