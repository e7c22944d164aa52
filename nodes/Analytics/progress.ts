import { asError, ServiceError } from '../shared/errors';
import type { RequestResult } from '../shared/http/client';
import { asJson, joinedTexts } from '../shared/text';
import type { AnalyticsRequest } from './api/analyticsApi';
import type { JobCreation } from './api/schemas';

interface Job {
	/** Undefined unless the service has confirmed that it has started the job. */
	jobId?: string;
	/** How many tries to start it had no clear answer. Each of them may have started a job. */
	unclearTries: number;
}

/**
 * Which jobs each input item has. They last at the service even if the execution ends with an error, so this also says
 * what to do about them.
 */
export class Progress {
	readonly #starts: Array<Promise<RequestResult<JobCreation>>> = [];
	/** The requests that each job was started for, as JSON, by its ID. There should be one. */
	readonly #requests = new Map<string, Set<string>>();
	/** The jobs of the export of each input item, one for each part of its range. */
	readonly #exports = new Map<number, Job[]>();
	/** The IDs of the jobs whose files Get Result can fetch, at once or when they are done. */
	readonly fetchable = new Set<string>();
	readonly #startsEnded = new AbortController();
	/** Ends the waits before and between the calls of a start, but not a call that is under way. */
	readonly mayStart: AbortSignal;

	/** @param signal that of the execution */
	constructor(signal: AbortSignal) {
		this.mayStart = AbortSignal.any([signal, this.#startsEnded.signal]);
	}

	get startedCount(): number {
		return this.#starts.length;
	}

	/**
	 * Registers the job of the next part of an item's export while it is being started, because a start without a clear
	 * answer may have started it.
	 * @returns the job that was started
	 * @throws the error of its start; ServiceError for a job that was started for other days, or for another query
	 */
	async takeStart(
		itemIndex: number,
		request: AnalyticsRequest,
		start: Promise<RequestResult<JobCreation>>,
	): Promise<JobCreation> {
		const job: Job = { unclearTries: 0 };
		this.#jobsOf(itemIndex).push(job);
		this.#starts.push(start);
		const result = await start;
		if ('error' in result) {
			job.unclearTries = result.unclearTries;
			throw asError(result.error);
		}
		const { jobId } = result.value;
		const requests = this.#requests.get(jobId) ?? new Set();
		this.#requests.set(jobId, requests.add(asJson(request)));
		job.jobId = jobId;
		this.fetchable.add(jobId);
		this.checkIsOfOne(jobId);
		return result.value;
	}

	/** @throws ServiceError for a job that was started for several requests, since nobody knows whose file it has */
	checkIsOfOne(jobId: string): void {
		if (this.#requests.get(jobId)?.size === 1) return;
		this.fetchable.delete(jobId);
		const message = `The service started one job for two different requests (job ${jobId})`;
		const advice = 'Start the export again. If this happens again, ask the support of the service.';
		throw new ServiceError('badAnswer', message, advice);
	}

	/** Starts no more jobs. Those under way come to their end, so that they can be named. */
	async endStarts(): Promise<void> {
		this.#startsEnded.abort();
		await Promise.allSettled(this.#starts);
	}

	/** Registers the jobs that an item has been given. They only become fetchable once the service has said so. */
	takeJobs(itemIndex: number, jobIds: readonly string[]): void {
		this.#jobsOf(itemIndex).push(...jobIds.map((jobId) => ({ jobId, unclearTries: 0 })));
	}

	#jobsOf(itemIndex: number): Job[] {
		const jobs = this.#exports.get(itemIndex) ?? [];
		this.#exports.set(itemIndex, jobs);
		return jobs;
	}

	/**
	 * The jobs of an item as *Job ID* takes them. Null if one of its parts was not started, because Get Result would take
	 * the others for the whole; undefined if it has none.
	 */
	jobIdOf(itemIndex: number): string | null | undefined {
		const ids = this.#jobsOf(itemIndex).map(({ jobId }) => jobId);
		if (ids.includes(undefined)) return null;
		return ids.length > 0 ? ids.join(', ') : undefined;
	}

	/**
	 * What to do about the jobs, for the error of an input item, or of the whole execution. Empty if there is nothing to do.
	 */
	advice(itemIndex?: number): string {
		// Thousands of items may fail, so each of them looks for its own export only.
		const items = itemIndex === undefined ? [...this.#exports.keys()] : [itemIndex];
		let unclearTries = 0;
		/** By their jobs. Several items may get the result of the same ones, so only the first of them is named. */
		const lists = new Map<string, string>();
		for (const item of items) {
			const parts = this.#jobsOf(item);
			for (const part of parts) unclearTries += part.unclearTries;
			const list = this.#fetchableJobs(parts);
			const forItem = items.length > 1 ? `for item ${item} ` : '';
			if (list !== '' && !lists.has(list)) lists.set(list, `${forItem}with: ${list}`);
		}
		const how = [...lists.values()].join('; ');
		return joinedTexts([
			how && `Bulk Export > Get Result can fetch the file within 24 hours ${how}.`,
			unclearTries > 0 ? aboutUnclear(unclearTries) : '',
		]);
	}

	/** The jobs of an export that have a file, as *Job ID* takes them: all parts together. */
	#fetchableJobs(parts: readonly Job[]): string {
		const ids = parts.flatMap(({ jobId }) => jobId ?? []).filter((id) => this.fetchable.has(id));
		const share = ids.length < parts.length ? ` (${ids.length} of ${parts.length} parts)` : '';
		return ids.length === 0 ? '' : `${ids.join(', ')}${share}`;
	}
}

function aboutUnclear(tries: number): string {
	const which = tries === 1 ? 'A job' : `Up to ${tries} jobs`;
	return `${which} may have been started that the service did not confirm. Without its ID, the file of a job cannot be fetched: start the export again.`;
}
