import { cancellableSleep } from '../../shared/cancellableSleep';
import { asError, ServiceError } from '../../shared/errors';
import { shownText } from '../../shared/shownText';
import type { AnalyticsApi, JobLook } from '../transport/analyticsApi';
import type { JobRecord } from '../transport/schemas';
import { jobFailure } from './jobFailure';

/** Many jobs are short: look twice before settling into the interval that the user chose. */
const FIRST_WAITS_MS = [2_000, 6_000];
const MAX_POLL_MS = 60_000;
/** A job that has worked for long is noticed late by this share of its time at most. */
const LATE_SHARE = 0.1;
const MAX_FAILURES = 5;

export const HOW_TO_GO_ON =
	'The job goes on at the service: run Bulk Export > Get Result with this job ID within 24 hours.';

/** Section 3 names DONE alone; another word may mean the same, which is not for the nodes to guess. */
export const IF_IT_MEANS_DONE =
	'If that means done or failed, enter it as one of the Done Words or Failed Words under Service Details in the credential.';

export interface AwaitJobOptions {
	api: AnalyticsApi;
	jobId: string;
	/** How many jobs are waited for at the same time, this one included. */
	jobs: number;
	pollIntervalMs: number;
	maxWaitMs: number;
	signal: AbortSignal;
}

/**
 * Asks for a job until it is DONE (sections 3 and 4.5): soon for the first time, then at an
 * interval that grows with the time waited, up to 60 s, cut to the time that is left.
 *
 * @returns the record of the finished job
 * @throws ServiceError `jobFailed`, `jobNotReady` when `maxWaitMs` have passed, or what the fifth
 *   failed question in a row failed with; each names the job
 */
export async function awaitJob(options: AwaitJobOptions): Promise<JobRecord> {
	const { api, jobId, maxWaitMs, signal } = options;
	const deadline = new AbortController();
	const stop = AbortSignal.any([signal, deadline.signal]);
	let lastStatus = '';
	const polling = poll(options, {
		deadline: deadline.signal,
		stop,
		onLook: ({ record }) => (lastStatus = record.Status),
	});
	const timer = cancellableSleep(maxWaitMs, AbortSignal.any([signal, ended(polling)]));
	timer.then(
		() => deadline.abort(notReady(jobId, maxWaitMs, lastStatus)),
		() => {}, // the job came first, or Stop did
	);
	const { record, state } = await polling;
	if (state === 'failed') throw await jobFailure(api, jobId, record);
	return record;
}

interface Polling {
	deadline: AbortSignal;
	/** The deadline, or the signal of the options. */
	stop: AbortSignal;
	onLook(look: JobLook): void;
}

async function poll(
	options: AwaitJobOptions,
	{ deadline, stop, onLook }: Polling,
): Promise<JobLook> {
	const { api, jobId, jobs } = options;
	// A file alone is fetched as soon as it is there; among several jobs no call stays unused.
	const spare = jobs === 1 ? 1 : 0;
	const startedAt = performance.now();
	for (let looks = 0, failures = 0; ; looks += 1) {
		await cancellableSleep(waitBefore(looks, performance.now() - startedAt, options), stop);
		try {
			const look = await api.job(jobId, { repeat: 'never', deadline, spare });
			if (look.state !== 'running') return look;
			onLook(look);
			failures = 0;
		} catch (error) {
			stop.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			failures += 1;
			if (failures >= MAX_FAILURES || isFinal(error)) {
				throw error.withJob(jobId, HOW_TO_GO_ON);
			}
		}
	}
}

/** Of several jobs, each look takes a call from the others, so none is asked about early. */
function waitBefore(look: number, waitedMs: number, options: AwaitJobOptions): number {
	const { api, jobs, pollIntervalMs } = options;
	const firstWait = jobs === 1 ? FIRST_WAITS_MS[look] : undefined;
	if (firstWait !== undefined) return Math.min(firstWait, pollIntervalMs);
	const pace = Math.max(jobs * api.callSpacingMs, waitedMs * LATE_SHARE);
	return Math.max(pollIntervalMs, Math.min(MAX_POLL_MS, pace));
}

/** A refused token stays refused. */
function isFinal({ status }: ServiceError): boolean {
	return status === 401 || status === 403;
}

function notReady(jobId: string, maxWaitMs: number, lastStatus: string): ServiceError {
	const status =
		lastStatus === '' ? '' : ` Its last status was ${shownText(lastStatus)}. ${IF_IT_MEANS_DONE}`;
	return new ServiceError({
		kind: 'jobNotReady',
		message: `The bulk export was not done after ${Math.round(maxWaitMs / 1000)} seconds (job ${jobId})`,
		description: `${HOW_TO_GO_ON} Or raise Options > Max Wait.${status}`,
		jobId,
	});
}

/** A signal that fires when the promise has ended, either way. */
function ended(promise: Promise<unknown>): AbortSignal {
	const controller = new AbortController();
	const end = () => controller.abort();
	promise.then(end, end);
	return controller.signal;
}
