import { asError, ServiceError } from '../shared/errors';
import type { RequestResult } from '../shared/http/client';
import { asJson, joinedTexts } from '../shared/text';
import type { AnalyticsRequest } from './api/analyticsApi';
import type { JobCreation } from './api/schemas';

interface Export {
	/** The IDs of its jobs, one for each part of its range: undefined unless the service has confirmed the start. */
	jobIds: Array<string | undefined>;
	/** How many tries to start its jobs had no clear answer. Each of them may have started one. */
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
	/** By input item. */
	readonly #exports = new Map<number, Export>();
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
		const own = this.#exportOf(itemIndex);
		const part = own.jobIds.push(undefined) - 1;
		this.#starts.push(start);
		const result = await start;
		if ('error' in result) {
			own.unclearTries += result.unclearTries;
			throw asError(result.error);
		}
		const { jobId } = result.value;
		own.jobIds[part] = jobId;
		const requests = this.#requests.get(jobId) ?? new Set();
		this.#requests.set(jobId, requests.add(asJson(request)));
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
		this.#exportOf(itemIndex).jobIds.push(...jobIds);
	}

	#exportOf(itemIndex: number): Export {
		const known = this.#exports.get(itemIndex) ?? { jobIds: [], unclearTries: 0 };
		this.#exports.set(itemIndex, known);
		return known;
	}

	/**
	 * The jobs of an item as *Job ID* takes them. Null if one of its parts was not started, because Get Result would take
	 * the others for the whole; undefined if it has none.
	 */
	jobIdOf(itemIndex: number): string | null | undefined {
		const { jobIds } = this.#exportOf(itemIndex);
		if (jobIds.includes(undefined)) return null;
		return jobIds.length > 0 ? jobIds.join(', ') : undefined;
	}

	/**
	 * What to do about the jobs, for the error of an input item, or of the whole execution. Empty if there is nothing to do.
	 */
	advice(itemIndex?: number): string {
		// Thousands of items may fail, so each of them looks for its own export only.
		const items = itemIndex === undefined ? [...this.#exports.keys()] : [itemIndex];
		const lists: string[] = [];
		let tries = 0;
		for (const item of items) {
			const { jobIds, unclearTries } = this.#exportOf(item);
			tries += unclearTries;
			const forItem = items.length > 1 ? `for item ${item} ` : '';
			const list = this.#fetchableOf(jobIds);
			if (list !== '') lists.push(`${forItem}with: ${list}`);
		}
		const how = lists.join('; ');
		return joinedTexts([
			how && `Bulk Export > Get Result can fetch the file within 24 hours ${how}.`,
			tries > 0 ? aboutUnclear(tries) : '',
		]);
	}

	/** The jobs of an export that have a file, as *Job ID* takes them: all parts together. */
	#fetchableOf(jobIds: ReadonlyArray<string | undefined>): string {
		const ids = jobIds.filter((id) => id !== undefined && this.fetchable.has(id));
		const share = ids.length < jobIds.length ? ` (${ids.length} of ${jobIds.length} parts)` : '';
		return ids.length === 0 ? '' : `${ids.join(', ')}${share}`;
	}
}

function aboutUnclear(tries: number): string {
	const which = tries === 1 ? 'A job' : `Up to ${tries} jobs`;
	return `${which} may have been started that the service did not confirm. Without its ID, the file of a job cannot be fetched: start the export again.`;
}
