import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import { backoffMs } from '../../shared/http/retryTiming';
import type { Download } from '../../shared/http/client';
import { bulkFileError, isDamage } from '../bulkFile/bulkFileError';
import { type BulkFile, openFile } from '../bulkFile/reader';
import type { AnalyticsApi } from '../transport/analyticsApi';

const MAX_DOWNLOADS = 3;
/** A file may be a little later than the word DONE. */
const MAX_LATE_MS = 2 * 60_000;
const NOT_YET = [202, 204, 404, 409, 423, 425];

const EMPTY_FILE =
	'The file of the bulk export is empty (0 bytes), so it was treated as having no rows. If you expected rows, check the dates and filters, and ask whoever runs the service.';

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
	const { api, jobs, signal, warn } = options;
	const failures = new Map<string, number>();
	const warnings = new Set<string>();
	let jobId = jobs[0]?.jobId ?? '';
	let isBrokenOff = false;

	/** Remembers that it was the download that failed, and not whoever reads it. */
	async function* watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		let count = 0;
		try {
			for await (const chunk of chunks) {
				count += chunk.length;
				yield chunk;
			}
		} catch (error) {
			isBrokenOff = true;
			throw asError(error);
		}
		// After a failure, nothing at all is no answer.
		if (count === 0 && failures.has(jobId)) {
			isBrokenOff = true;
			throw endedEarly();
		}
	}
	async function* files(): AsyncGenerator<JobFile<Job>> {
		for (const job of jobs) {
			({ jobId } = job);
			const download = await downloadOnceThere(options, jobId);
			try {
				const file = await openFile(watched(download.chunks));
				yield { ...file, job, toStream: download.toStream };
				if (file.isEmpty) warnings.add(EMPTY_FILE);
				else if (!file.isPacked) warnings.add(UNPACKED_ON_THE_WAY);
			} finally {
				await download.close();
			}
		}
	}
	for (;;) {
		const open = files();
		try {
			// Whoever fails, or has enough, may leave a download open.
			const result = await sink(open).finally(async () => await open.return(undefined));
			warnings.forEach(warn);
			return result;
		} catch (error) {
			signal.throwIfAborted();
			const count = (failures.get(jobId) ?? 0) + 1;
			failures.set(jobId, count);
			// Other calls may fail too, and fetching the file again is no help then.
			const isFinal = error instanceof ServiceError && error.isFinal;
			if (isFinal || (!isBrokenOff && !isDamage(error)) || count >= MAX_DOWNLOADS) {
				throw bulkFileError(error, { jobId, shown: (text) => api.shown(text) });
			}
			isBrokenOff = false;
			const wait = backoffMs(count - 1, () => Math.random());
			await cancellableSleep(wait, signal);
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
			const { status = 0 } = error instanceof ServiceError ? error : {};
			const wait = backoffMs(tries, () => Math.random());
			if (!NOT_YET.includes(status) || performance.now() + wait > giveUpAt) throw asError(error);
			await cancellableSleep(wait, signal);
		}
	}
}

function endedEarly(): ServiceError {
	return new ServiceError({
		kind: 'noAnswer',
		message: 'The service sent only a part of the file',
		description: 'Try again. If it happens every time, ask whoever runs the service.',
	});
}
