import { asError } from '../shared/errors';
import type { RequestResult } from '../shared/http/client';
import { joinedTexts, listed } from '../shared/text';
import type { QueryBody } from './api/analyticsApi';
import type { JobCreation } from './api/schemas';

interface Job {
	start: Promise<JobCreation>;
	/** Undefined as long as the service has not confirmed that it has started the job. */
	jobId?: string;
	/** How many tries to start it had no clear answer. Each of them may have started a job. */
	unclearTries: number;
}

/** What an error is about. */
interface Ended {
	/** The input item that has failed while the others go on. Without it, the whole execution has ended. */
	itemIndex?: number;
	/** The job that the error names. */
	namedJobId?: unknown;
	/** Whether that job has failed, so that it has no file. */
	hasFailed?: boolean;
}

/**
 * What an execution has done that lasts even if it ends with an error: the jobs that it has started continue at the
 * service. So the error names them.
 */
export class Progress {
	/** By what they were started with: items with equal requests share a job. */
	readonly #jobs = new Map<string, Job>();
	/** The jobs of the export of each input item, one for each part of its range. */
	readonly #exports = new Map<number, Job[]>();

	get jobCount(): number {
		return this.#jobs.size;
	}

	/**
	 * Starts the job of the next part of an item's export, unless another item has started the same one. The job is
	 * registered before, because a start without a clear answer may have started it.
	 * @throws what `start` returns as its error
	 */
	async startJob(
		itemIndex: number,
		body: QueryBody,
		start: () => Promise<RequestResult<JobCreation>>,
	): Promise<JobCreation> {
		const key = JSON.stringify(body);
		const job = this.#jobs.get(key) ?? startedJob(start);
		this.#jobs.set(key, job);
		this.#jobsOf(itemIndex).push(job);
		return await job.start;
	}

	/** An item with an equal task has the export of the first one, which runs for both. */
	shareExport(firstIndex: number, itemIndex: number): void {
		this.#exports.set(itemIndex, this.#jobsOf(firstIndex));
	}

	#jobsOf(itemIndex: number): Job[] {
		const jobs = this.#exports.get(itemIndex) ?? [];
		this.#exports.set(itemIndex, jobs);
		return jobs;
	}

	/** What to do about the jobs that continue. Empty if there is nothing to do. */
	advice({ itemIndex, namedJobId, hasFailed = false }: Ended = {}): string {
		const exports = [...this.#exports].filter(([item]) => item === (itemIndex ?? item));
		/** By the list of the jobs of an export: the items that have it, as those with equal requests do. */
		const itemsOf = new Map<string, number[]>();
		for (const [item, jobs] of exports) {
			const ids = jobs.flatMap(({ jobId }) => jobId ?? []);
			const wanted = ids.filter((jobId) => jobId !== namedJobId || !hasFailed);
			// The error says itself how to fetch the file of the only job that it is about.
			if (wanted.every((jobId) => jobId === namedJobId)) continue;
			const isPart = wanted.length < jobs.length;
			const list = `${wanted.join(', ')}${isPart ? ` (${wanted.length} of ${jobs.length} parts)` : ''}`;
			itemsOf.set(list, [...(itemsOf.get(list) ?? []), item]);
		}
		const jobs = new Set(exports.flatMap(([, ofItem]) => ofItem));
		let unclearTries = 0;
		for (const job of jobs) unclearTries += job.unclearTries;
		return joinedTexts([
			itemsOf.size > 0
				? `${namedJobId === undefined ? 'Jobs' : 'Other jobs'} continue at the service.`
				: '',
			howToFetch(itemsOf, exports.length > 1),
			aboutUnclear(unclearTries),
		]);
	}
}

function startedJob(start: () => Promise<RequestResult<JobCreation>>): Job {
	const begin = async (): Promise<JobCreation> => {
		const result = await start();
		if ('value' in result) {
			job.jobId = result.value.jobId;
			return result.value;
		}
		job.unclearTries = result.unclearTries ?? 0;
		throw asError(result.error);
	};
	const job: Job = { start: begin(), unclearTries: 0 };
	return job;
}

/**
 * How to get the files of exports. *Get Result* takes several jobs for the parts of one export, so each has a list.
 * @param itemsOf the input items of each list
 */
function howToFetch(itemsOf: ReadonlyMap<string, number[]>, areOfItems: boolean): string {
	if (itemsOf.size === 0) return '';
	const how = 'To get their files, run Bulk Export > Get Result within 24 hours';
	if (!areOfItems) return `${how} with: ${[...itemsOf.keys()].join()}.`;
	const ofItems = [...itemsOf].map(([list, items]) => `Item ${listed(items)}: ${list}.`);
	return joinedTexts([`${how}, once for each export.`, ...ofItems]);
}

function aboutUnclear(count: number): string {
	if (count === 0) return '';
	const [what, without] =
		count === 1
			? ['A job may', 'its ID, its file cannot']
			: [`Up to ${count} jobs may`, 'their IDs, their files cannot'];
	return `${what} have been started that the service did not confirm. Without ${without} be fetched: start the export again.`;
}
