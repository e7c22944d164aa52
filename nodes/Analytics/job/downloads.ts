import { cancellableSleep } from '../../shared/abort';
import { asError, ServiceError } from '../../shared/errors';
import { backoffMs, isFileLate } from '../../shared/http/retry';
import type { Download } from '../../shared/http/client';
import { bulkFileError } from '../table/bulkFileError';
import type { QueryKeys } from '../table/columnNames';
import { type BulkFile, openFile } from '../table/openFile';
import { GzipError } from '../table/gunzip';
import type { AnalyticsApi, QueryBody } from '../api/analyticsApi';
import type { JobRecord } from '../api/schemas';

const MAX_DOWNLOADS = 3;
/** A file may be a little later than the word DONE. */
const MAX_LATE_MS = 2 * 60_000;

const UNPACKED_ON_THE_WAY =
	'The file arrived already unpacked, so there was no checksum to verify that it is complete: a file that was cut off between two rows would not be noticed. Compare the number of rows with what you expect. If you see this hint every time, ask whoever runs the service or your network why the file is not sent compressed.';

export interface FinishedJob {
	jobId: string;
	fileName: string;
	/** The query as the user reads it, if it is known. */
	content?: QueryBody;
	/** Undefined if the query is not known, or its columns do not matter. */
	queryKeys: QueryKeys | undefined;
	/** The record that said that the job is done. */
	record?: JobRecord;
}

export interface JobFile extends BulkFile, Pick<Download, 'toStream'> {
	job: FinishedJob;
}

interface JobFilesOptions {
	api: AnalyticsApi;
	jobs: readonly FinishedJob[];
	item: { signal: AbortSignal; hint(text: string, options: { warning: true }): void };
}

/**
 * Downloads the files of jobs (section 4.4) for `sink`. If one breaks off, or is damaged, all
 * begins again: the sink makes everything anew, so nothing of a broken file is passed on. @throws
 * an error that names the job and says how to fetch its file again
 */
export async function withJobFiles<T>(
	options: JobFilesOptions,
	sink: (files: AsyncGenerator<JobFile>) => Promise<T>,
): Promise<T> {
	const { api, item } = options;
	const downloads = new Map<string, number>();
	for (;;) {
		const attempt = { jobId: '', isBrokenOff: false };
		const files = downloaded(options, attempt);
		try {
			// Whoever fails, or has enough, may leave a download open.
			return await sink(files).finally(async () => await files.return(undefined));
		} catch (error) {
			item.signal.throwIfAborted();
			const { jobId, isBrokenOff } = attempt;
			const count = (downloads.get(jobId) ?? 0) + 1;
			downloads.set(jobId, count);
			// Where another call of the sink failed, fetching the file again is no help.
			const mayRetry = isBrokenOff || error instanceof GzipError;
			if (!mayRetry || count === MAX_DOWNLOADS) {
				throw bulkFileError(error, { jobId, shown: (text) => api.shown(text) });
			}
			await cancellableSleep(backoffMs(count - 1), item.signal);
		}
	}
}

interface Attempt {
	/** Of the file that is read. */
	jobId: string;
	/** In a way that another download may not. */
	isBrokenOff: boolean;
}

async function* downloaded({ api, jobs, item }: JobFilesOptions, attempt: Attempt) {
	for (const job of jobs) {
		attempt.jobId = job.jobId;
		const download = await downloadOnceThere(api, job.jobId, item.signal);
		try {
			const file = await openFile(watched(download.chunks, attempt));
			yield { ...file, job, toStream: download.toStream };
			if (!file.isPacked) item.hint(UNPACKED_ON_THE_WAY, { warning: true });
		} finally {
			await download.close();
		}
	}
}

async function* watched(chunks: AsyncIterable<Uint8Array>, attempt: Attempt) {
	try {
		yield* chunks;
	} catch (error) {
		attempt.isBrokenOff = !(error instanceof ServiceError && error.isFinal);
		throw asError(error);
	}
}

async function downloadOnceThere(api: AnalyticsApi, jobId: string, signal: AbortSignal) {
	const giveUpAt = performance.now() + MAX_LATE_MS;
	for (let tries = 1; ; tries += 1) {
		try {
			return await api.download(jobId);
		} catch (error) {
			const { status, isFinal } = error instanceof ServiceError ? error : {};
			const wait = backoffMs(tries);
			const isLate = isFileLate(status) && !isFinal;
			if (!isLate || performance.now() + wait > giveUpAt) throw asError(error);
			await cancellableSleep(wait, signal);
		}
	}
}
