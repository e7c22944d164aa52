import { cancellableSleep } from '../../shared/cancellableSleep';
import { backoffMs } from '../../shared/client/retryTiming';
import type { Download } from '../../shared/client/serviceRequest';
import { asError } from '../../shared/errors';
import { bulkFileError } from '../bulkFile/bulkFileError';
import { type BulkFile, openFile } from '../bulkFile/openFile';
import type { AnalyticsApi } from '../transport/analyticsApi';

export const MAX_DOWNLOADS = 3;

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
 * Downloads the file of a job (section 4.4) for `use`, and once more from its beginning if it breaks
 * off on the way. So `use` must make everything anew each time.
 *
 * @throws an error that names the job and says how to fetch the file again
 */
export async function withJobFile<T>(
	options: JobFileOptions,
	use: (file: JobFile) => Promise<T>,
): Promise<T> {
	const { api, jobId, signal } = options;
	try {
		return await fetchFor(use, options);
	} catch (error) {
		signal.throwIfAborted();
		throw bulkFileError(error, { jobId, shown: (text) => api.shown(text) });
	}
}

async function fetchFor<T>(
	use: (file: JobFile) => Promise<T>,
	{ api, jobId, signal, hint }: JobFileOptions,
): Promise<T> {
	for (let downloads = 1; ; downloads += 1) {
		const download = await api.download(jobId);
		try {
			const file = await openFile(download.chunks);
			const result = await use({ ...file, toStream: download.toStream });
			if (!file.isPacked) hint(UNPACKED_ON_THE_WAY);
			return result;
		} catch (error) {
			signal.throwIfAborted();
			// Other calls may fail too while the file is read, and fetching it again is no help then.
			if (!download.isBrokenOff() || downloads >= MAX_DOWNLOADS) throw asError(error);
		} finally {
			await download.chunks.return(undefined);
		}
		await cancellableSleep(
			backoffMs(downloads - 1, () => Math.random()),
			signal,
		);
	}
}
