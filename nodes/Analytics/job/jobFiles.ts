import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import { backoffMs, isFileLate } from '../../shared/http/retry';
import type { Download } from '../../shared/http/client';
import { bulkFileError, isDamage } from '../bulkFile/bulkFileError';
import { type BulkFile, openFile } from '../bulkFile/openFile';
import type { AnalyticsApi } from '../transport/analyticsApi';

const MAX_DOWNLOADS = 3;
/** A file may be a little later than the word DONE. */
const MAX_LATE_MS = 2 * 60_000;

const UNPACKED_ON_THE_WAY =
	'The file arrived already unpacked, so there was no checksum to verify that it is complete: a file that was cut off between two rows would not be noticed. Compare the number of rows with what you expect. If you see this hint every time, ask whoever runs the service or your network why the file is not sent compressed.';

export interface JobFile<Job> extends BulkFile, Pick<Download, 'toStream'> {
	job: Job;
}

export interface JobFilesOptions<Job extends { jobId: string }> {
	api: AnalyticsApi;
	jobs: readonly Job[];
	signal: AbortSignal;
	warn(message: string): void;
}

/**
 * Downloads the files of jobs (section 4.4) for `sink`. If one breaks off, or is damaged, all
 * begins again: the sink makes everything anew, so nothing of a broken file is passed on. @throws
 * an error that names the job and says how to fetch its file again
 */
export async function withJobFiles<Job extends { jobId: string }, T>(
	options: JobFilesOptions<Job>,
	sink: (files: AsyncGenerator<JobFile<Job>>) => Promise<T>,
): Promise<T> {
	const { api, signal, warn } = options;
	const failures = new Map<string, number>();
	for (;;) {
		const attempt = new Attempt(options);
		const files = attempt.files();
		try {
			// Whoever fails, or has enough, may leave a download open.
			const result = await sink(files).finally(async () => await files.return(undefined));
			if (attempt.hasUnpacked) warn(UNPACKED_ON_THE_WAY);
			return result;
		} catch (error) {
			signal.throwIfAborted();
			const { jobId } = attempt;
			const count = (failures.get(jobId) ?? 0) + 1;
			failures.set(jobId, count);
			if (!attempt.mayRetry(error) || count >= MAX_DOWNLOADS) {
				throw bulkFileError(error, { jobId, shown: (text) => api.shown(text) });
			}
			await cancellableSleep(backoffMs(count - 1), signal);
		}
	}
}

/** One download of all files, each while the sink reads it. */
class Attempt<Job extends { jobId: string }> {
	/** Of the file that is read. */
	jobId = '';
	hasUnpacked = false;
	#isBrokenOff = false;
	readonly #options: JobFilesOptions<Job>;

	constructor(options: JobFilesOptions<Job>) {
		this.#options = options;
	}

	async *files(): AsyncGenerator<JobFile<Job>> {
		for (const job of this.#options.jobs) {
			this.jobId = job.jobId;
			const download = await downloadOnceThere(this.#options, job.jobId);
			try {
				const file = await openFile(this.#watched(download.chunks));
				yield { ...file, job, toStream: download.toStream };
				if (!file.isPacked) this.hasUnpacked = true;
			} finally {
				await download.close();
			}
		}
	}

	/** Other calls of the sink may fail too, and fetching the file again is no help then. */
	mayRetry(error: unknown): boolean {
		const isFinal = error instanceof ServiceError && error.isFinal;
		return !isFinal && (this.#isBrokenOff || isDamage(error));
	}

	async *#watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		try {
			yield* chunks;
		} catch (error) {
			this.#isBrokenOff = true;
			throw asError(error);
		}
	}
}

async function downloadOnceThere<Job extends { jobId: string }>(
	{ api, signal }: JobFilesOptions<Job>,
	jobId: string,
): Promise<Download> {
	const giveUpAt = performance.now() + MAX_LATE_MS;
	for (let tries = 1; ; tries += 1) {
		try {
			return await api.download(jobId);
		} catch (error) {
			const { status } = error instanceof ServiceError ? error : {};
			const wait = backoffMs(tries);
			if (!isFileLate(status) || performance.now() + wait > giveUpAt) throw asError(error);
			await cancellableSleep(wait, signal);
		}
	}
}
