import { cancellableSleep } from '../../shared/cancellableSleep';
import { asError, ServiceError } from '../../shared/errors';
import { shownText } from '../../shared/shownText';
import type { AnalyticsApi, JobLook } from '../transport/analyticsApi';
import type { JobRecord } from '../transport/schemas';
import { jobFailure } from './jobFailure';
import { JobTimes } from './jobTimes';

/** Many jobs are short: look twice before settling into the interval that the user chose. */
const FIRST_WAITS_MS = [2_000, 6_000];
const MAX_POLL_MS = 60_000;
/** A job that has worked for long is noticed late by this share of its time at most. */
const LATE_SHARE = 0.1;
/** As long as nobody knows how long jobs take, one of the others than the oldest is asked about this often. */
const OTHERS_MS = 30_000;
const MAX_FAILURES = 5;

export const HOW_TO_GO_ON =
	'The job continues at the service: run Bulk Export > Get Result with this job ID within 24 hours.';

/** Section 3 names DONE alone; another word may mean the same, which is not for the nodes to guess. */
export const IF_IT_MEANS_DONE =
	'If that means done or failed, enter it as one of the Done Words or Failed Words under Service Details in the credential.';

export interface AwaitJobOptions {
	api: AnalyticsApi;
	jobId: string;
	/** How many jobs are waited for at the same time, this one included. */
	jobs: number;
	/** What those jobs learn from each other. */
	times?: JobTimes;
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
	const { times = new JobTimes() } = options;
	const startedAt = performance.now();
	const age = () => performance.now() - startedAt;
	times.enter(jobId);
	try {
		for (let looks = 0, failures = 0; ; looks += 1) {
			await untilLook({ ...options, times }, { looks, startedAt, stop });
			try {
				const look = await api
					.job(jobId, { repeat: 'never', deadline, spare })
					.finally(() => times.endLook(jobId));
				if (look.state === 'done') times.leave(jobId, age());
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
	} finally {
		times.leave(jobId);
	}
}

type Rhythm = AwaitJobOptions & { times: JobTimes };

/** Waits for the time of the next look, which changes when another job is seen to be done. */
async function untilLook(
	options: Rhythm,
	{ looks, startedAt, stop }: { looks: number; startedAt: number; stop: AbortSignal },
): Promise<void> {
	const { times, jobId } = options;
	const since = performance.now();
	for (;;) {
		const ageMs = performance.now() - startedAt;
		const waitedMs = performance.now() - since;
		const isCrowd = options.jobs * options.api.callSpacingMs > MAX_POLL_MS;
		const wait = isCrowd
			? waitInCrowd(options, { ageMs, waitedMs, place: times.placeOf(jobId) })
			: waitBefore(looks, ageMs - waitedMs, options) - waitedMs;
		stop.throwIfAborted();
		if (wait <= 0) return times.beginLook(jobId);
		const { news } = times;
		const wake = isCrowd ? AbortSignal.any([stop, news]) : stop;
		await cancellableSleep(wait, wake).catch((error: unknown) => {
			stop.throwIfAborted();
			if (!news.aborted) throw asError(error);
		});
	}
}

/**
 * More jobs than calls a minute: until one is done, the oldest is asked about often and the others now
 * and then, and afterwards each only when it is as old as that one was.
 */
function waitInCrowd(
	{ jobId, jobs, api, pollIntervalMs, times }: Rhythm,
	{ ageMs, waitedMs, place }: { ageMs: number; waitedMs: number; place: number },
): number {
	const { doneAgeMs } = times;
	if (ageMs < doneAgeMs && doneAgeMs < Infinity) return doneAgeMs - ageMs;
	if (doneAgeMs < Infinity && ageMs - waitedMs < doneAgeMs) return 0;
	const pace =
		doneAgeMs < Infinity
			? Math.min(MAX_POLL_MS, jobs * api.callSpacingMs)
			: place === 0
				? Math.min(MAX_POLL_MS, (ageMs - waitedMs) * LATE_SHARE)
				: OTHERS_MS;
	const wait = Math.max(pollIntervalMs, pace) - waitedMs;
	const isOther = place > 0 && doneAgeMs === Infinity;
	if (!isOther) return wait;
	return times.isNext(jobId) ? Math.max(wait, OTHERS_MS - times.sinceLookMs) : Infinity;
}

/** Of several jobs, each look takes a call from the others, so none is asked about early. */
function waitBefore(looks: number, waitedMs: number, options: AwaitJobOptions): number {
	const { api, jobs, pollIntervalMs } = options;
	const firstWait = jobs === 1 ? FIRST_WAITS_MS[looks] : undefined;
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
