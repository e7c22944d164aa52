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

const GET_RESULT = 'run Bulk Export > Get Result with this job ID within 24 hours';

/**
 * Words for a job that the service works on, or will work on. It documents none of them, so they
 * decide what an error advises, and nothing else.
 */
const UNDER_WAY =
	/^(pending|queued|waiting|created|submitted|accepted|scheduled|started|running|processing|in[ _-]?progress)$/i;

/** Whether a status other than DONE sounds as if the file is still to come; an unknown status may not. */
export function isUnderWay(status: string): boolean {
	return status === '' || UNDER_WAY.test(status);
}

export interface AwaitJobOptions {
	api: AnalyticsApi;
	jobId: string;
	/** The execution waits for no other job, from which an early request would take a call. */
	isAlone: boolean;
	maxWaitMs: number;
	signal: AbortSignal;
	/** Gets each status, for n8n's log. */
	log(text: string): void;
}

/**
 * Requests the status of a job until it is DONE (sections 3 and 4.5), whatever other status it has.
 * @throws ServiceError that names the job: `jobFailed`, `jobNotReady`, or the error of the fifth
 * failed request in a row
 */
export async function awaitJob(options: AwaitJobOptions): Promise<JobRecord> {
	const { api, jobId, maxWaitMs, signal, log } = options;
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
			log(api.shown(`Job ${jobId} has the status ${lastStatus}`));
			if (state === 'failed') throw await jobFailure(api, jobId, record);
			if (state === 'done') return record;
			failures = 0;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ServiceError) || error.kind === 'jobFailed') throw asError(error);
			failures += 1;
			if (failures < MAX_FAILURES && !isFinal(error)) continue;
			throw error.withJob(jobId, howToGoOn(lastStatus));
		}
	}
}

/** Whether another request would fail in the same way: a refused token stays refused. */
function isFinal({ isFinal: isKnown, status = 0 }: ServiceError): boolean {
	return isKnown || ['token', 'permission'].includes(statusClassOf(status));
}

/** With several jobs, each status request takes a call from the others, so none is early. @returns milliseconds */
function waitBefore(
	requests: number,
	ageMs: number,
	{ isAlone, maxWaitMs }: AwaitJobOptions,
): number {
	const firstWait = isAlone ? FIRST_WAITS_MS[requests] : undefined;
	const wait = firstWait ?? Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, ageMs * LATE_SHARE));
	const untilEnd = Math.max(0, maxWaitMs - ageMs);
	const untilLast = untilEnd - Math.min(LAST_REQUEST_MS, maxWaitMs / 2);
	return untilLast > 0 ? Math.min(wait, untilLast) : untilEnd;
}

function notReady(jobId: string, maxWaitMs: number, lastStatus: string): ServiceError {
	const message = `The bulk export was not done after ${inSeconds(maxWaitMs)} (job ${jobId})`;
	const advice = howToGoOn(lastStatus, ', or raise Options > Max Wait');
	return new ServiceError('jobNotReady', message, advice, { jobId });
}

/** @param alternative to Get Result, such as ", or try again" */
function howToGoOn(lastStatus: string, alternative = ''): string {
	const status = lastStatus === '' ? '' : `Its last status was ${shownText(lastStatus)}.`;
	const meaning = isUnderWay(lastStatus)
		? 'The job continues at the service:'
		: 'If this means that the job has ended without a file, start the export again. Otherwise,';
	return joinedTexts([status, `${meaning} ${GET_RESULT}${alternative}.`]);
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
