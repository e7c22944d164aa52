import { daysOf } from '../shared/dates/requestDates';
import { asError, ServiceError } from '../shared/errors';
import { counted, joinedTexts, listed, MAX_LISTED } from '../shared/text';
import type { ShownQuery } from './api/analyticsApi';
import type { JobCreation } from './api/schemas';

interface Job {
	/** What the service has responded; undefined until then. */
	created?: JobCreation;
	query: ShownQuery;
	/** The indexes of the input items that use it. Items with equal requests share a job. */
	items: Set<number>;
}

/** What an error is about. */
interface Ended {
	/** The input item that has failed while the others go on. Without it, the whole execution has ended. */
	itemIndex?: number;
	/** The job that the error already names. */
	namedJobId?: unknown;
}

/**
 * What an execution has done that lasts even if it ends with an error: the jobs that it has started continue at the
 * service. So the error names them.
 */
export class Progress {
	readonly jobs = new Set<Job>();

	/** Registers a job before it is started, because a start without a response may have started it. */
	async addJob(query: ShownQuery, start: () => Promise<JobCreation>): Promise<Required<Job>> {
		const job: Job = { query, items: new Set() };
		this.jobs.add(job);
		try {
			return Object.assign(job, { created: await start() });
		} catch (error) {
			if (error instanceof ServiceError && error.delivery === 'notSent') this.jobs.delete(job);
			throw asError(error);
		}
	}

	/** What to do about the jobs that continue. Empty if there is nothing to do. */
	advice({ itemIndex, namedJobId }: Ended = {}): string {
		const isOfAll = itemIndex === undefined;
		const jobs = [...this.jobs].filter(({ items }) => isOfAll || items.has(itemIndex));
		const known = jobs.filter(({ created }) => created && created.jobId !== namedJobId);
		const unclear = jobs.filter(({ created }) => !created).length;
		return joinedTexts([
			known.length > 0 ? howToFetch(known, namedJobId !== undefined) : '',
			unclear > 0 ? `${counted(unclear, 'more job')} may have been started.` : '',
		]);
	}
}

function howToFetch(jobs: Job[], areOthers: boolean): string {
	const [first] = jobs;
	if (first && jobs.length === 1) {
		const one = areOthers ? 'Another job and its file' : 'The job and its file';
		return `${one} stay at the service: to get them, run Bulk Export > Get Result within 24 hours, with ${shown(first)}.`;
	}
	const isCut = jobs.length > MAX_LISTED;
	return joinedTexts([
		`${jobs.length} ${areOthers ? 'other jobs' : 'jobs'} and their files stay at the service: to get them, run Bulk Export > Get Result for each within 24 hours, with ${listed(jobs.map(shown))}.`,
		isCut ? "The IDs of all jobs are in n8n's log." : '',
	]);
}

function shown({ created, query }: Job): string {
	return `Job ID ${created?.jobId} and Query Name ${query.queryName} (${daysOf(query)})`;
}
