import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { ServiceOptions } from './options.ts';
import type { RecordsRequest } from './records.ts';

export interface Job {
	jobId: string;
	fileName: string;
	createdAt: number;
	request: RecordsRequest;
}

/** The bulk copy jobs (sections 2.3, 2.4 and 3) and how far they are by the service's clock. */
export class Jobs {
	readonly byId = new Map<string, Job>();
	private readonly options: ServiceOptions;
	private readonly clock: Clock;

	constructor(options: ServiceOptions, clock: Clock) {
		this.options = options;
		this.clock = clock;
	}

	create(request: RecordsRequest): Job {
		const number = this.byId.size + 1;
		const hash = createHash('sha256').update(`${this.options.seed} ${number}`).digest('hex');
		const jobId = `job-${hash.slice(0, 20)}`;
		const fileName = `data_${hash.slice(0, 12)}_${number}.csv.gz`;
		const job = { jobId, fileName, createdAt: this.clock.now(), request };
		this.byId.set(jobId, job);
		return job;
	}

	isDone({ createdAt }: Job): boolean {
		return this.clock.now() >= createdAt + this.options.jobDurationMs;
	}

	isExpired({ createdAt }: Job): boolean {
		return this.clock.now() > createdAt + this.options.jobDurationMs + this.options.retentionMs;
	}

	/** 2.4: the status record. */
	record(job: Job): Record<string, unknown> {
		const { failJob, jobDurationMs, statusWords } = this.options;
		const time = (ms: number) => new Date(ms).toISOString();
		const done = this.isDone(job);
		const failed = done && failJob !== false;
		const progress = jobDurationMs === 0 ? 1 : (this.clock.now() - job.createdAt) / jobDurationMs;
		const word = statusWords[Math.floor(progress * statusWords.length)] ?? 'RUNNING';
		const bytes = Math.round(job.request.count * 100 * Math.min(1, progress));
		return {
			JobId: job.jobId,
			Status: failed ? failJob.status : done ? 'DONE' : word,
			StartTime: time(job.createdAt),
			EndTime: time(job.createdAt + jobDurationMs),
			FileName: job.fileName,
			HasError: failed,
			ErrorMessage: failed ? failJob.message : null,
			TotalBytesProcessed: bytes,
			TotalBytesCompressed: Math.round(bytes / 6),
			TotalSlotMS: Math.round(jobDurationMs * Math.min(1, progress)),
			CreatedAt: time(job.createdAt),
			UpdatedAt: time(this.clock.now()),
		};
	}
}
