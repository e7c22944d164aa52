import { cancellableSleep } from '../../shared/cancellableSleep';
import { backoffMs } from '../../shared/client/retryTiming';
import type { Download } from '../../shared/client/serviceRequest';
import { asError, ServiceError } from '../../shared/errors';
import { bulkFileError } from '../bulkFile/bulkFileError';
import { type BulkFile, openFile } from '../bulkFile/openFile';
import { isGzip } from '../gzip/gunzip';
import type { AnalyticsApi } from '../transport/analyticsApi';

const MAX_DOWNLOADS = 3;
/** A file may be a little later than the word DONE, which says that it is there. */
const MAX_LATE_MS = 2 * 60_000;
const NOT_YET = [202, 204, 404, 409, 423, 425];

const EMPTY_FILE =
	'The file of the bulk export is empty (0 bytes), which was taken for no rows. If you expected rows, check the dates and filters, and ask whoever runs the service.';

export const UNPACKED_ON_THE_WAY =
	'The file arrived already unpacked, so there was no checksum to verify that it is complete: a file that was cut off between two rows would not be noticed. Compare the number of rows with what you expect. If you see this hint every time, ask whoever runs the service or your network why the file is not sent compressed.';

export interface JobFile extends BulkFile, Pick<Download, 'toStream'> {}

export interface JobFileOptions {
	api: AnalyticsApi;
	jobId: string;
	signal: AbortSignal;
	/** Shown to the user beside the output. */
	hint(message: string): void;
}

/**
 * Downloads the file of a job (section 4.4) for `use`. A file that breaks off on the way is continued, or
 * fetched once more from its beginning where that is not possible. So `use` must make everything anew
 * each time.
 *
 * @throws an error that names the job and says how to fetch the file again
 */
export async function withJobFile<T>(
	options: JobFileOptions,
	use: (file: JobFile) => Promise<T>,
): Promise<T> {
	// eslint-disable-next-line require-yield -- its result is all that is wanted
	const reading = readJobFile(options, async function* (file): AsyncGenerator<never, T> {
		return await use(file);
	});
	return (await reading.next()).value;
}

/**
 * The same for what is passed on while it is read.
 *
 * @param read begun anew with each download
 */
export async function* readJobFile<Piece, T>(
	options: JobFileOptions,
	read: (file: JobFile) => AsyncGenerator<Piece, T>,
): AsyncGenerator<Piece, T> {
	const { api, jobId, signal } = options;
	try {
		return yield* readOnceWhole(options, read);
	} catch (error) {
		signal.throwIfAborted();
		throw bulkFileError(error, { jobId, shown: (text) => api.shown(text) });
	}
}

async function* readOnceWhole<Piece, T>(
	{ api, jobId, signal, hint }: JobFileOptions,
	read: (file: JobFile) => AsyncGenerator<Piece, T>,
): AsyncGenerator<Piece, T> {
	let fresh: Download | undefined;
	for (let downloads = 1; ; downloads += 1) {
		const download = fresh ?? (await downloadOnceThere(api, jobId, signal));
		try {
			const file = await openFile(download.chunks);
			const result = yield* read({ ...file, toStream: download.toStream });
			if (file.isEmpty) hint(EMPTY_FILE);
			else if (!file.isPacked) hint(UNPACKED_ON_THE_WAY);
			return result;
		} catch (error) {
			signal.throwIfAborted();
			// Other calls may fail too while the file is read, and fetching it again is no help then.
			if (!download.isBrokenOff() || downloads >= MAX_DOWNLOADS) throw asError(error);
			fresh = download.takeFresh();
		} finally {
			await download.close();
		}
		if (fresh) continue;
		await cancellableSleep(
			backoffMs(downloads - 1, () => Math.random()),
			signal,
		);
	}
}

/** The job is DONE, so a file that is not there is on its way. */
async function downloadOnceThere(
	api: AnalyticsApi,
	jobId: string,
	signal: AbortSignal,
): Promise<Download> {
	const giveUpAt = performance.now() + MAX_LATE_MS;
	for (let tries = 1; ; tries += 1) {
		try {
			return await api.download(jobId, isGzip);
		} catch (error) {
			const { status = 0 } = error instanceof ServiceError ? error : {};
			const wait = backoffMs(tries, () => Math.random());
			if (!NOT_YET.includes(status) || performance.now() + wait > giveUpAt) throw asError(error);
			await cancellableSleep(wait, signal);
		}
	}
}
