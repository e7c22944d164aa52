import { createHash } from 'node:crypto';
import type { ServiceOptions } from './options';
import type { RecordsRequest } from './records';

/** Of gzip, in bytes. */
const SMALLEST_FILE = 20;

export interface Job {
	jobId: string;
	fileName: string;
	/** In milliseconds since 1970. */
	createdAt: number;
	request: RecordsRequest;
	/** How often its status has been asked for. */
	looks: number;
	/** A test can end a job: it is then done, whatever its states and its duration. */
	isEnded: boolean;
}

/** The jobs of bulk exports (sections 2.3, 2.4 and 3), and how far they are. */
export class Jobs {
	readonly byId = new Map<string, Job>();
	readonly #options: ServiceOptions;

	constructor(options: ServiceOptions) {
		this.#options = options;
	}

	create(request: RecordsRequest): Job {
		const number = this.byId.size + 1;
		// The IDs are the same in every run, and cannot be guessed from each other.
		const hash = createHash('sha256').update(`1 ${number}`).digest('hex');
		const job: Job = {
			jobId: `job-${hash.slice(0, 20)}`,
			fileName: `data_${hash.slice(0, 12)}_${number}.csv.gz`,
			createdAt: Date.now(),
			request,
			looks: 0,
			isEnded: false,
		};
		this.byId.set(job.jobId, job);
		return job;
	}

	/** A job is done after its duration; one without a duration, after a look at each of its states. */
	isDone({ createdAt, looks, isEnded }: Job): boolean {
		if (isEnded) return true;
		const { jobDurationMs, states } = this.#options;
		if (jobDurationMs > 0) return Date.now() >= createdAt + jobDurationMs;
		return looks >= states.length;
	}

	/** The status record (section 2.4) at the moment when it is asked for. */
	look(job: Job): Record<string, unknown> {
		const { compressedBytes = SMALLEST_FILE, failJob, jobDurationMs, states } = this.#options;
		const isDone = this.isDone(job);
		const status = isDone ? 'DONE' : (states[job.looks] ?? 'RUNNING');
		job.looks += 1;
		// The jobs are those of BigQuery: a job that fails is DONE, with an error.
		const failure = isDone ? failJob : undefined;
		const records = job.request.days.reduce((sum, { count }) => sum + count, 0);
		const bytes = isDone ? records * 100 : 0;
		const now = Date.now();
		return {
			JobId: job.jobId,
			Status: status,
			StartTime: isoTime(job.createdAt),
			EndTime: isoTime(Math.min(now, job.createdAt + jobDurationMs)),
			FileName: job.fileName,
			HasError: failure !== undefined,
			ErrorMessage: failure?.message ?? null,
			TotalBytesProcessed: bytes,
			TotalBytesCompressed: isDone ? compressedBytes : 0,
			TotalSlotMS: jobDurationMs,
			CreatedAt: isoTime(job.createdAt),
			UpdatedAt: isoTime(now),
		};
	}
}

function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}
