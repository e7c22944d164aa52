import { asError } from '../shared/errors';
import type { RequestResult } from '../shared/http/client';
import { joinedTexts } from '../shared/text';
import type { QueryBody } from './api/analyticsApi';
import type { JobCreation } from './api/schemas';

interface Job {
	start: Promise<RequestResult<JobCreation>>;
	/** Undefined unless the service has confirmed that it has started the job. */
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
		const job: Job = this.#jobs.get(key) ?? { start: start(), unclearTries: 0 };
		this.#jobs.set(key, job);
		this.#jobsOf(itemIndex).push(job);
		const result = await job.start;
		if ('error' in result) {
			job.unclearTries = result.unclearTries;
			throw asError(result.error);
		}
		job.jobId = result.value.jobId;
		return result.value;
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
	advice(ended: Ended = {}): string {
		const { itemIndex, namedJobId } = ended;
		// Thousands of items may fail, so each of them looks for its own export only.
		const exports =
			itemIndex === undefined
				? [...this.#exports]
				: [[itemIndex, this.#jobsOf(itemIndex)] as const];
		const jobs = new Set(exports.flatMap(([, ofItem]) => ofItem));
		let unclearTries = 0;
		for (const job of jobs) unclearTries += job.unclearTries;

		/** By their jobs. Items with equal requests have the same ones, so only the first of them is named. */
		const lists = new Map<string, string>();
		for (const [item, parts] of exports) {
			const list = listOf(parts, ended);
			const forItem = exports.length > 1 ? `for item ${item} ` : '';
			if (list !== '' && !lists.has(list)) lists.set(list, `${forItem}with: ${list}`);
		}
		const which = namedJobId === undefined ? 'Jobs' : 'Other jobs';
		const how = [...lists.values()].join('; ');
		return joinedTexts([
			how &&
				`${which} continue at the service. To get their files, run Bulk Export > Get Result within 24 hours ${how}.`,
			unclearTries > 0 ? aboutUnclear(unclearTries) : '',
		]);
	}
}

/**
 * The jobs of an export as *Job ID* takes them: all parts together. Empty if there are none, or if it has a single job,
 * which the error names.
 */
function listOf(parts: readonly Job[], { namedJobId, hasFailed = false }: Ended): string {
	const ids = parts.flatMap(({ jobId }) => jobId ?? []);
	const wanted = hasFailed ? ids.filter((jobId) => jobId !== namedJobId) : ids;
	if (wanted.every((jobId) => jobId === namedJobId)) return '';
	const share = wanted.length < parts.length ? ` (${wanted.length} of ${parts.length} parts)` : '';
	return `${wanted.join(', ')}${share}`;
}

function aboutUnclear(tries: number): string {
	const which = tries === 1 ? 'A job' : `Up to ${tries} jobs`;
	return `${which} may have been started that the service did not confirm. Without its ID, the file of a job cannot be fetched: start the export again.`;
}
