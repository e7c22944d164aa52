import { cancellableSleep } from '../../shared/abort';
import { asError, ServiceError } from '../../shared/errors';
import { retryDecision } from '../../shared/http/retry';
import { statusClassOf } from '../../shared/status';
import { inWords, joinedTexts, shownText } from '../../shared/text';
import type { JobStatus } from '../api/analyticsApi';
import type { ItemToRun } from '../context';

const FIRST_WAITS_MS = [2_000, 6_000];
const MIN_WAIT_MS = 15_000;
const MAX_WAIT_MS = 60_000;
/** The last status request is made this long before the time is up, so that it can still return. */
const LAST_REQUEST_MS = 5_000;
/** The end of a long job is noticed late by at most this share of its duration. */
const LATE_SHARE = 0.1;
/** Right after its start, the service may not know a job yet. */
const MAX_REFUSALS = 5;

/**
 * Requests the status of a job until it is DONE, or has failed (sections 3 and 4.5). Any other status means that this is
 * still to come.
 * @throws ServiceError that names the job: `jobNotReady`, or that of the last request, if it failed
 */
export async function awaitJob(
	{ api, signal, log, progress }: Pick<ItemToRun, 'api' | 'signal' | 'log' | 'progress'>,
	{ jobId, maxWaitMs }: { jobId: string; maxWaitMs: number },
): Promise<JobStatus> {
	const startedAt = performance.now();
	const deadline = startedAt + maxWaitMs;
	let lastStatus = '';
	/** Why the last request failed; undefined after one that succeeded. */
	let lastFailure: ServiceError | undefined;
	for (let requests = 0, refusals = 0; ; requests += 1) {
		const ageMs = performance.now() - startedAt;
		const isAlone = progress.startedCount === 1;
		await cancellableSleep(waitBefore(requests, { ageMs, maxWaitMs, isAlone }), signal);
		// The first request is always made, even if the rate limiter lets it through after the deadline.
		if (requests > 0 && performance.now() >= deadline) {
			const advice = `${adviceIfNotDone(lastStatus)} To wait longer, raise Options > Max Wait.`;
			throw (lastFailure ?? notReady(jobId, maxWaitMs)).withAdvice(advice);
		}
		try {
			const status = await api.job(jobId, { retryPolicy: 'never', deadline });
			lastStatus = status.record.Status;
			log(`Job ${jobId} has the status ${lastStatus}`);
			if (status.state !== 'notDone') return status;
			refusals = 0;
			lastFailure = undefined;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			lastFailure = error;
			if (statusClassOf(error.status) === 'notReady') continue;
			// What passes, such as a restart of the service, is waited for as long as the job.
			if (retryDecision(error, 'always') !== 'again') refusals += 1;
			if (refusals < MAX_REFUSALS && !isFinal(error)) continue;
			throw error.withAdvice(adviceIfNotDone(lastStatus));
		}
	}
}

/** Whether another request would fail in the same way. A refused token, for example, stays refused. */
function isFinal({ isFinal: isKnown, status }: ServiceError): boolean {
	return isKnown || ['token', 'permission'].includes(statusClassOf(status));
}

/**
 * How long to wait before a status request, in milliseconds. The first two are early, in case the job is
 * short, but only for a single job: with several, each request takes a call from the others.
 */
function waitBefore(
	requests: number,
	{ ageMs, maxWaitMs, isAlone }: { ageMs: number; maxWaitMs: number; isAlone: boolean },
): number {
	const firstWait = isAlone ? FIRST_WAITS_MS[requests] : undefined;
	const wait = firstWait ?? Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, ageMs * LATE_SHARE));
	const untilEnd = Math.max(0, maxWaitMs - ageMs);
	const untilLast = untilEnd - Math.min(LAST_REQUEST_MS, maxWaitMs / 2);
	return untilLast > 0 ? Math.min(wait, untilLast) : untilEnd;
}

function notReady(jobId: string, maxWaitMs: number): ServiceError {
	const message = `The bulk export was not done after ${inWords(maxWaitMs)} (job ${jobId})`;
	return new ServiceError('jobNotReady', message);
}

function adviceIfNotDone(lastStatus: string): string {
	const status = lastStatus === '' ? '' : `Its last status was ${shownText(lastStatus)}.`;
	return joinedTexts(['The job may go on at the service.', status]);
}
