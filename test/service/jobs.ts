import { createHash } from 'node:crypto';
import type { ServiceOptions } from './options';
import type { RecordsRequest } from './records';

export interface Job {
	jobId: string;
	fileName: string;
	createdAt: number;
	request: RecordsRequest;
	looks: number;
}

/** The bulk copy jobs (sections 2.3, 2.4 and 3) and how far they are. */
export class Jobs {
	readonly byId = new Map<string, Job>();

	constructor(private readonly options: ServiceOptions) {}

	create(request: RecordsRequest): Job {
		const number = this.byId.size + 1;
		const hash = createHash('sha256').update(`1 ${number}`).digest('hex');
		const jobId = `job-${hash.slice(0, 20)}`;
		const fileName = `data_${hash.slice(0, 12)}_${number}.csv.gz`;
		const job = { jobId, fileName, createdAt: Date.now(), request, looks: 0 };
		this.byId.set(jobId, job);
		return job;
	}

	get #running(): string[] {
		return this.options.jobDurationMs > 0 ? [] : this.options.states;
	}

	isDone({ createdAt, looks }: Job): boolean {
		const isOver = Date.now() >= createdAt + this.options.jobDurationMs;
		return isOver && looks >= this.#running.length;
	}

	/** 2.4: the status record, as it is when somebody asks for it. */
	look(job: Job): Record<string, unknown> {
		const { failJob, jobDurationMs } = this.options;
		const isDone = this.isDone(job);
		const underWay = this.#running[job.looks] ?? 'RUNNING';
		// As of a BigQuery job: one that fails is DONE, with an error.
		const failure = isDone ? failJob : undefined;
		const records = job.request.days.reduce((sum, { count }) => sum + count, 0);
		const bytes = isDone ? records * 100 : 0;
		const time = (ms: number) => new Date(ms).toISOString();
		job.looks += 1;
		return {
			JobId: job.jobId,
			Status: isDone ? 'DONE' : underWay,
			StartTime: time(job.createdAt),
			EndTime: time(Math.min(Date.now(), job.createdAt + jobDurationMs)),
			FileName: job.fileName,
			HasError: failure !== undefined,
			ErrorMessage: failure?.message ?? null,
			TotalBytesProcessed: bytes,
			TotalBytesCompressed: Math.round(bytes / 6),
			TotalSlotMS: jobDurationMs,
			CreatedAt: time(job.createdAt),
			UpdatedAt: time(Date.now()),
		};
	}
}
