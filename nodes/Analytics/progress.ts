import { asError, ServiceError } from '../shared/errors';
import { counted, joinedTexts } from '../shared/text';
import type { JobCreation } from './api/schemas';

interface Job {
	/** What the service has responded; undefined until then. */
	created?: JobCreation;
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
	async addJob(start: () => Promise<JobCreation>): Promise<Required<Job>> {
		const job: Job = { items: new Set() };
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
	const ids = jobs.map(({ created }) => created?.jobId).join(', ');
	return `${areOthers ? 'Other jobs' : 'Jobs'} continue at the service. To get their files, run Bulk Export > Get Result within 24 hours with: ${ids}.`;
}
