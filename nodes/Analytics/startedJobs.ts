import { daysOf } from '../shared/dates/requestDates';
import { LocalError, ServiceError } from '../shared/errors';
import { counted, joinedTexts, listed, MAX_LISTED } from '../shared/text';
import type { ShownQuery } from './api/analyticsApi';
import type { JobCreation } from './api/schemas';

interface RegisteredJob {
	/** Undefined until the service has responded. */
	jobId: string | undefined;
	query: ShownQuery;
	/** Which of its rows were passed on to a sub-workflow. Undefined as long as they were not, and for any other output. */
	passedOn: PassedOn | undefined;
}

/** All rows of a job, or only those that the Limit of its item allows, which may be none. */
export type PassedOn = 'all' | 'upToLimit';

/** A job whose rows are to be passed on to a sub-workflow. */
export interface JobToPassOn {
	jobId: string;
	/** The first row to pass on, counted from 1. */
	row: number;
}

/**
 * The jobs that an execution has started. They continue at the service even if the execution ends. Therefore
 * an error that ends it names the jobs whose rows would otherwise be lost.
 */
export class StartedJobs {
	readonly #jobs: RegisteredJob[] = [];
	/** The IDs of the jobs of each input item. Items with equal requests share a job. */
	readonly #idsOfItems = new Map<number, string[]>();
	/** For each input item, the jobs whose rows are to be passed on to a sub-workflow. */
	readonly #toPassOn: JobToPassOn[][] = [];

	get count(): number {
		return this.#jobs.length;
	}

	/** Registers a job before it is started, because a start that fails may have started it. @returns what `start` returns */
	async add(query: ShownQuery, start: () => Promise<JobCreation>): Promise<JobCreation> {
		const job: RegisteredJob = { jobId: undefined, query, passedOn: undefined };
		this.#jobs.push(job);
		const created = await start();
		job.jobId = created.jobId;
		return created;
	}

	assignTo(itemIndex: number, jobId: string): void {
		this.#idsOfItems.set(itemIndex, [...(this.#idsOfItems.get(itemIndex) ?? []), jobId]);
	}

	/** Registers what an item will pass on to a sub-workflow: if an item before it fails, the error names these jobs. */
	willPassOn(itemIndex: number, jobs: JobToPassOn[]): void {
		this.#toPassOn[itemIndex] = jobs;
	}

	/** The jobs whose rows would be passed on after those of this item. */
	toPassOnAfter(itemIndex: number): JobToPassOn[] {
		return this.#toPassOn.slice(itemIndex + 1).flat();
	}

	setPassedOn(jobIds: readonly string[], passedOn: PassedOn): void {
		for (const job of this.#jobs) {
			if (job.jobId !== undefined && jobIds.includes(job.jobId)) job.passedOn = passedOn;
		}
	}

	/**
	 * Adds to the error of an item which other jobs were started: those of this item if the other items go on,
	 * and otherwise those of all items.
	 * @returns an error of the same class, or the error itself if there is nothing to add
	 */
	namedIn(error: unknown, itemIndex: number, isContinuing: boolean): unknown {
		if (!(error instanceof ServiceError || error instanceof LocalError)) return error;
		const own = this.#idsOfItems.get(itemIndex) ?? [];
		const named =
			error instanceof LocalError ? [error.data.jobId, ...error.namedJobIds] : [error.jobId];
		const others = this.#jobs.filter(({ jobId }) => {
			if (jobId === undefined || named.includes(jobId)) return false;
			return !isContinuing || own.includes(jobId);
		});
		const lost = idsOf(others, undefined);
		const all = idsOf(others, 'all');
		const limited = idsOf(others, 'upToLimit');
		const has = 'The sub-workflow already has';
		const advice = joinedTexts([
			lost.length > 0 ? `These jobs were also started: ${listed(lost)}.` : '',
			all.length > 0 ? `${has} all rows of ${listed(all)}.` : '',
			limited.length > 0 ? `${has} the rows of ${listed(limited)}, up to the Limit.` : '',
		]);
		if (advice === '') return error;
		const listedIds = [lost, all, limited].flatMap((ids) => ids.slice(0, MAX_LISTED));
		return error.withAdvice(advice, listedIds);
	}

	/** How to fetch the results of an execution that was stopped. @param error what ended it, which may already name some jobs */
	afterStop(error: unknown): string | undefined {
		const said = error instanceof LocalError ? error.description : '';
		const named = error instanceof LocalError ? error.namedJobIds : [];
		const lost = this.#jobs.filter(({ passedOn }) => passedOn === undefined);
		const known = lost.filter(({ jobId }) => jobId !== undefined && !named.includes(jobId));
		const unknown = lost.filter(({ jobId }) => jobId === undefined).length;
		const advice = joinedTexts([
			said,
			known.length > 0 ? howToFetch(known) : '',
			unknown > 0 ? `${counted(unknown, 'more job')} may have been started.` : '',
		]);
		return advice === '' ? undefined : advice;
	}
}

function idsOf(jobs: readonly RegisteredJob[], wanted: PassedOn | undefined): string[] {
	return jobs.flatMap(({ jobId, passedOn }) => (passedOn === wanted ? (jobId ?? []) : []));
}

function howToFetch(jobs: RegisteredJob[]): string {
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

function shown({ jobId, query }: RegisteredJob): string {
	return `Job ID ${jobId} and Query Name ${query.queryName} (${daysOf(query)})`;
}
