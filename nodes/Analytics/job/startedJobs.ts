import { LocalError, ServiceError } from '../../shared/errors';
import { counted, joinedTexts, listed } from '../../shared/text';
import type { QueryBody } from '../api/analyticsApi';
import type { JobCreation } from '../api/schemas';

interface StartedJob {
	/** Undefined until the service has responded. */
	jobId: string | undefined;
	/** The query with its days as the user reads them. */
	content: QueryBody;
	/** Whether all of its rows were passed on to the sub-workflow. */
	isPassedOn: boolean;
}

const MAX_LISTED = 10;

/**
 * The jobs that an execution has started. They continue at the service even if the execution ends. Therefore
 * an error that ends it names the jobs whose rows would otherwise be lost.
 */
export class StartedJobs {
	readonly #jobs: StartedJob[] = [];
	/** The IDs of the jobs of each input item. Items with equal requests share a job. */
	readonly #idsOfItems = new Map<number, string[]>();
	/** For each input item, the IDs of the jobs whose rows are to be passed on to a sub-workflow. */
	readonly toPassOn: string[][] = [];

	get count(): number {
		return this.#jobs.length;
	}

	/** Registers a job before it is started, because a start that fails may have started it. @returns what `start` returns */
	async add(content: QueryBody, start: () => Promise<JobCreation>): Promise<JobCreation> {
		const job: StartedJob = { jobId: undefined, content, isPassedOn: false };
		this.#jobs.push(job);
		const created = await start();
		job.jobId = created.jobId;
		return created;
	}

	assignTo(itemIndex: number, jobId: string): void {
		this.#idsOfItems.set(itemIndex, [...(this.#idsOfItems.get(itemIndex) ?? []), jobId]);
	}

	setPassedOn(jobIds: readonly string[]): void {
		for (const job of this.#jobs) {
			if (job.jobId !== undefined && jobIds.includes(job.jobId)) job.isPassedOn = true;
		}
	}

	/**
	 * Adds to the error of an item which other jobs were started: those of this item if the other items go on,
	 * and otherwise those of all items.
	 * @returns an error of the same class, or the error itself if there is nothing to add
	 */
	namedIn(error: unknown, itemIndex: number, isContinuing: boolean): unknown {
		if (!(error instanceof ServiceError || error instanceof LocalError)) return error;
		const { jobId: failed } = error instanceof LocalError ? error.data : error;
		const own = this.#idsOfItems.get(itemIndex) ?? [];
		const scope = isContinuing ? own : this.#ids();
		// The error of a batch already names all jobs of its item.
		const isTold = error instanceof LocalError && 'startAtRow' in error.data;
		const others = scope.filter((jobId) => {
			const isNamed = jobId === failed || error.description.includes(jobId);
			return !isNamed && !(isTold && own.includes(jobId));
		});
		const passedOn = others.filter((jobId) => this.#isPassedOn(jobId));
		const lost = others.filter((jobId) => !passedOn.includes(jobId));
		const advice = joinedTexts([
			lost.length > 0 ? `These jobs were also started: ${listed(lost)}.` : '',
			passedOn.length > 0 ? `The sub-workflow already has all rows of ${listed(passedOn)}.` : '',
		]);
		return advice === '' ? error : error.withAdvice(advice);
	}

	/** How to fetch the results of an execution that was stopped. @param error what ended it, which may already name some jobs */
	afterStop(error: unknown): string | undefined {
		const said = error instanceof LocalError ? error.description : '';
		const lost = this.#jobs.filter((job) => !job.isPassedOn);
		const known = lost.filter(({ jobId }) => jobId !== undefined && !said.includes(jobId));
		const unknown = lost.filter(({ jobId }) => jobId === undefined).length;
		const advice = joinedTexts([
			said,
			known.length > 0 ? howToFetch(known) : '',
			unknown > 0 ? `${counted(unknown, 'more job')} may have been started.` : '',
		]);
		return advice === '' ? undefined : advice;
	}

	#ids(): string[] {
		return this.#jobs.flatMap(({ jobId }) => jobId ?? []);
	}

	#isPassedOn(jobId: string): boolean {
		return this.#jobs.some((job) => job.jobId === jobId && job.isPassedOn);
	}
}

function howToFetch(jobs: StartedJob[]): string {
	const [first] = jobs;
	if (first && jobs.length === 1) {
		return `The job and its file stay at the service: to get them, run Bulk Export > Get Result within 24 hours, with ${shown(first)}.`;
	}
	const isCut = jobs.length > MAX_LISTED;
	return joinedTexts([
		`${jobs.length} jobs and their files stay at the service: to get them, run Bulk Export > Get Result for each within 24 hours, with ${listed(jobs.map(shown))}.`,
		isCut ? "The IDs of all jobs are in n8n's log." : '',
	]);
}

function shown({ jobId, content }: StartedJob): string {
	return `Job ID ${jobId} and Query Name ${content.queryName} (${daysOf(content)})`;
}

/** "2026-11-01 to 2026-11-30"; a single day is named once. */
export function daysOf({ startDate, endDate }: QueryBody): string {
	return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}
