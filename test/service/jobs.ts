import { createHash } from 'node:crypto';
import type { Clock } from './clock';
import type { ServiceOptions } from './options';
import type { RecordsRequest } from './records';

export interface Job {
	jobId: string;
	fileName: string;
	createdAt: number;
	request: RecordsRequest;
	/** How often its status was asked for. */
	looks: number;
}

/** For so long a file is kept (section 8). */
const RETENTION_MS = 86_400_000;

/** The bulk copy jobs (sections 2.3, 2.4 and 3) and how far they are by the service's clock. */
export class Jobs {
	readonly byId = new Map<string, Job>();

	constructor(
		private readonly options: ServiceOptions,
		private readonly clock: Clock,
	) {}

	create(request: RecordsRequest): Job {
		const number = this.byId.size + 1;
		const hash = createHash('sha256').update(`1 ${number}`).digest('hex');
		const jobId = `job-${hash.slice(0, 20)}`;
		const fileName = `data_${hash.slice(0, 12)}_${number}.csv.gz`;
		const job = { jobId, fileName, createdAt: this.clock.now(), request, looks: 0 };
		this.byId.set(jobId, job);
		return job;
	}

	/** What the first looks give. */
	get #running(): string[] {
		const { jobDurationMs, statusBetween, readings } = this.options;
		if (readings.statusRecord || jobDurationMs > 0) return readings.statusRecord?.running ?? [];
		return statusBetween === undefined ? [] : [statusBetween];
	}

	isDone({ createdAt, looks }: Job): boolean {
		const isOver = this.clock.now() >= createdAt + this.options.jobDurationMs;
		return isOver && looks >= this.#running.length;
	}

	isExpired({ createdAt }: Job): boolean {
		return this.clock.now() > createdAt + this.options.jobDurationMs + RETENTION_MS;
	}

	/** 2.4: the status record, as it is when somebody asks for it. */
	look(job: Job): Record<string, unknown> {
		const { failJob, jobDurationMs, readings } = this.options;
		const { done = 'DONE' } = readings.statusRecord ?? {};
		const isDone = this.isDone(job);
		const running = this.#running;
		const failed = isDone && failJob;
		const share = isDone ? 1 : (this.clock.now() - job.createdAt) / (jobDurationMs || Infinity);
		const underWay =
			job.looks < running.length ? running[job.looks] : share < 0.5 ? 'QUEUED' : 'RUNNING';
		const records = job.request.days.reduce((sum, { count }) => sum + count, 0);
		const bytes = Math.round(records * 100 * share);
		const time = (ms: number) => new Date(ms).toISOString();
		job.looks += 1;
		return {
			JobId: job.jobId,
			Status: failed ? failed.status : isDone ? done : underWay,
			StartTime: time(job.createdAt),
			EndTime: time(job.createdAt + jobDurationMs),
			FileName: job.fileName,
			HasError: failed !== false,
			ErrorMessage: failed ? failed.message : (readings.statusRecord?.noErrorMessage ?? null),
			TotalBytesProcessed: bytes,
			TotalBytesCompressed: Math.round(bytes / 6),
			TotalSlotMS: Math.round(jobDurationMs * share),
			CreatedAt: time(job.createdAt),
			UpdatedAt: time(this.clock.now()),
		};
	}
}
