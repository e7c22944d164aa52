import { createHash } from 'node:crypto';
import { rawJson } from './answers.ts';
import type { Clock } from './clock.ts';
import type { ServiceOptions } from './options.ts';
import type { RecordsRequest } from './records.ts';

export interface Job {
	jobId: string;
	fileName: string;
	createdAt: number;
	request: RecordsRequest;
	/** How often its status was asked for. */
	looks: number;
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
		const jobId = this.newId(hash, number);
		const fileName = `data_${hash.slice(0, 12)}_${number}.csv.gz`;
		const job = { jobId, fileName, createdAt: this.clock.now(), request, looks: 0 };
		this.byId.set(jobId, job);
		return job;
	}

	private newId(hash: string, number: number): string {
		switch (this.options.readings.jobId) {
			case 'number':
				return String(Number.parseInt(hash.slice(0, 8), 16));
			case 'longNumber':
				return `9007199254740992${2 * number + 1}`;
			default:
				return `job-${hash.slice(0, 20)}`;
		}
	}

	/** The ID as it stands in JSON. */
	writtenId({ jobId }: Job): string {
		return this.options.readings.jobId === undefined ? jobId : rawJson(jobId);
	}

	isDone({ createdAt, looks }: Job): boolean {
		const { looksBeforeDone, jobDurationMs, readings } = this.options;
		const least = readings.statusRecord?.running?.length ?? looksBeforeDone;
		return looks >= least && this.clock.now() >= createdAt + jobDurationMs;
	}

	isExpired({ createdAt }: Job): boolean {
		return this.clock.now() > createdAt + this.options.jobDurationMs + this.options.retentionMs;
	}

	/** 2.4: the status record, as it is when somebody asks for it. */
	look(job: Job): Record<string, unknown> {
		const record = this.record(job);
		job.looks += 1;
		return record;
	}

	private record(job: Job): Record<string, unknown> {
		const { failJob, jobDurationMs, looksBeforeDone, statusWords, readings } = this.options;
		const {
			running = [],
			hasError = { yes: true, no: false },
			...reading
		} = readings.statusRecord ?? {};
		const time = (ms: number) => new Date(ms).toISOString();
		const done = this.isDone(job);
		const failed = done && failJob !== false;
		const progress =
			jobDurationMs === 0
				? job.looks / Math.max(1, looksBeforeDone)
				: (this.clock.now() - job.createdAt) / jobDurationMs;
		const word =
			job.looks < running.length
				? running[job.looks]
				: (statusWords[Math.floor(progress * statusWords.length)] ?? 'RUNNING');
		const share = done ? 1 : Math.min(1, progress);
		const bytes = Math.round(job.request.count * 100 * share);
		return {
			JobId: job.jobId,
			Status: failed ? failJob.status : done ? (reading.done ?? 'DONE') : word,
			StartTime: time(job.createdAt),
			EndTime: time(job.createdAt + jobDurationMs),
			FileName: job.fileName,
			HasError: failed ? hasError.yes : hasError.no,
			ErrorMessage: failed
				? (reading.errorMessage ?? failJob.message)
				: (reading.noErrorMessage ?? null),
			TotalBytesProcessed: bytes,
			TotalBytesCompressed: Math.round(bytes / 6),
			TotalSlotMS: Math.round(jobDurationMs * share),
			CreatedAt: time(job.createdAt),
			UpdatedAt: time(this.clock.now()),
		};
	}
}
