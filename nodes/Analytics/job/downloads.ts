import { cancellableSleep } from '../../shared/abort';
import { asError, ServiceError } from '../../shared/errors';
import type { Download } from '../../shared/http/client';
import { backoffMs, isFileLate } from '../../shared/http/retry';
import { isDamage } from '../table/fileErrors';
import { GzipError } from '../table/gunzip';
import { type BulkFile, openFile } from '../table/openFile';
import type { ShownQuery } from '../api/analyticsApi';
import type { JobRecord } from '../api/schemas';
import type { ItemToRun } from '../context';
import { bulkFileError } from './bulkFileError';
import type { KeysOfQuery } from './queryKeys';

const MAX_DOWNLOADS = 3;
/** How long to wait for a file that is not there yet although its job is DONE. */
const MAX_LATE_MS = 2 * 60_000;

const UNPACKED_ON_THE_WAY =
	'The file arrived already unpacked, so there was no checksum to verify that it is complete: a file that was cut off exactly between two rows would not be noticed, and nothing that the service says about the job tells how long the unpacked file is. Compare the number of rows with what you expect. If you see this hint every time, ask the support of the service or your network administrator why the file is not sent compressed.';

export interface FinishedJob {
	jobId: string;
	fileName: string;
	/** Undefined if the query or its days are not known. */
	query?: ShownQuery;
	/** The columns of the query. Undefined if the query is not known, or if its columns do not matter. */
	keys?: KeysOfQuery | undefined;
	/** The record that says that the job is done. */
	record?: JobRecord;
}

export interface JobFile extends BulkFile {
	job: FinishedJob;
}

interface JobFilesOptions {
	item: Pick<ItemToRun, 'api' | 'signal' | 'hint' | 'log'>;
	jobs: readonly FinishedJob[];
	/** How long the download of a file may take, in milliseconds. */
	maxDownloadMs?: number | undefined;
}

/**
 * Downloads the files of jobs (section 4.4), and lets `read` read them. If a download breaks off, or if a file
 * is damaged or shorter than the service says, `read` is called again with all files from the first one, so it
 * must not pass anything on before it returns.
 * @param read reads each file to its end before it takes the next one
 * @throws an error that names the job, and says how to fetch its file again
 */
export async function withJobFiles<T>(
	options: JobFilesOptions,
	read: (files: AsyncGenerator<JobFile>) => Promise<T>,
): Promise<T> {
	const { item } = options;
	const counts = new Map<string, number>();
	const sizes = new FileSizes();
	for (;;) {
		const downloads = new Downloads(options, sizes);
		const files = downloads.files();
		try {
			// If `read` fails, or has enough rows, it leaves a download open, which this closes.
			return await read(files).finally(async () => await files.return(undefined));
		} catch (error) {
			item.signal.throwIfAborted();
			const { jobId, isBrokenOff } = downloads;
			const count = (counts.get(jobId) ?? 0) + 1;
			counts.set(jobId, count);
			// If `read` failed for another reason, fetching the file again would not help.
			const mayRetry = isBrokenOff || isDamage(error);
			if (!mayRetry || count === MAX_DOWNLOADS) {
				throw bulkFileError(error, { jobId, shown: (text) => item.api.shown(text) });
			}
			await cancellableSleep(backoffMs(count - 1), item.signal);
		}
	}
}

/** Downloads the files of jobs, one after the other, and knows where it has ended if one of them fails. */
class Downloads {
	readonly #options: JobFilesOptions;
	readonly #sizes: FileSizes;
	/** The job whose file was read last. */
	jobId = '';
	/** Whether that download broke off in a way that may not happen again. */
	isBrokenOff = false;

	constructor(options: JobFilesOptions, sizes: FileSizes) {
		this.#options = options;
		this.#sizes = sizes;
	}

	async *files(): AsyncGenerator<JobFile> {
		const { item, jobs } = this.#options;
		for (const job of jobs) {
			this.jobId = job.jobId;
			const download = await downloadOnceThere(this.#options, job.jobId);
			try {
				const file = await openFile(this.#watched(download.chunks));
				yield { ...file, job };
				const bytes = file.bytesRead();
				item.log(item.api.shown(`Received the file of job ${job.jobId} (${bytes} bytes)`));
				const warning = file.isPacked ? this.#sizes.check(job, bytes) : UNPACKED_ON_THE_WAY;
				if (warning !== undefined) item.hint(warning, { warning: true });
			} finally {
				await download.close();
			}
		}
	}

	async *#watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		try {
			yield* chunks;
		} catch (error) {
			this.isBrokenOff = !(error instanceof ServiceError && error.isFinal);
			throw asError(error);
		}
	}
}

/**
 * Compares the sizes of files with those in the records of their jobs. A compressed file that is cut off between two
 * of its parts has valid checksums, so only its size can tell. But what that size counts is not documented: therefore
 * a file that is equally short twice is accepted, with a warning.
 */
class FileSizes {
	readonly #bytesOf = new Map<string, number>();

	/**
	 * @param bytes how many bytes were received until the end of the file
	 * @returns a warning if the file is as short as it was the last time
	 * @throws GzipError if it is short for the first time, or not as short as the last time
	 */
	check({ jobId, record }: FinishedJob, bytes: number): string | undefined {
		const expected = record?.TotalBytesCompressed ?? 0;
		if (bytes >= expected) return undefined;
		if (this.#bytesOf.get(jobId) !== bytes) {
			this.#bytesOf.set(jobId, bytes);
			throw new GzipError(`It has ${bytes} of the ${expected} bytes that the service reports.`);
		}
		return `The file has ${bytes} bytes, but the service reports ${expected} (TotalBytesCompressed of job ${jobId}), so rows may be missing. It was downloaded twice and was as short each time. Compare the number of rows with what you expect.`;
	}
}

/** Begins a download. Right after its job is DONE, the file may not be there yet. */
async function downloadOnceThere(
	{ item, maxDownloadMs }: JobFilesOptions,
	jobId: string,
): Promise<Download> {
	let giveUpAt: number | undefined;
	for (let tries = 1; ; tries += 1) {
		try {
			return await item.api.download(jobId, maxDownloadMs);
		} catch (error) {
			const { status, isFinal } = error instanceof ServiceError ? error : {};
			const wait = backoffMs(tries);
			const isLate = isFileLate(status) && !isFinal;
			// The first call may have waited for its turn for long, so the time counts from its response.
			giveUpAt ??= performance.now() + MAX_LATE_MS;
			if (!isLate || performance.now() + wait > giveUpAt) throw asError(error);
			await cancellableSleep(wait, item.signal);
		}
	}
}
