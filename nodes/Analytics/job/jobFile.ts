import { asError } from '../../shared/errors';
import { cancellableSleep } from '../../shared/cancellableSleep';
import { backoffMs } from '../../shared/client/retryTiming';
import type { Download } from '../../shared/client/serviceRequest';
import type { AnalyticsApi } from '../transport/analyticsApi';

const MOST_DOWNLOADS = 3;

export interface FileOfJob {
	api: AnalyticsApi;
	jobId: string;
	signal: AbortSignal;
}

/**
 * Downloads the file of a job (section 4.4) for `use`, and once more from its beginning if it breaks
 * off on the way. So `use` must make everything anew each time.
 */
export async function withFile<T>(
	{ api, jobId, signal }: FileOfJob,
	use: (file: Download) => Promise<T>,
): Promise<T> {
	for (let downloads = 1; ; downloads += 1) {
		const file = await api.download(jobId);
		let isBrokenOff = false;
		const chunks = watched(file.chunks, () => (isBrokenOff = true));
		try {
			return await use({ ...file, chunks });
		} catch (error) {
			signal.throwIfAborted();
			if (!isBrokenOff || downloads >= MOST_DOWNLOADS) throw asError(error);
		}
		await cancellableSleep(
			backoffMs(downloads - 1, () => Math.random()),
			signal,
		);
	}
}

/** Other calls may fail too while a file is read: only the file's own failure is a reason to fetch it again. */
async function* watched(
	chunks: AsyncIterable<Uint8Array>,
	onFailure: () => void,
): AsyncGenerator<Uint8Array> {
	try {
		yield* chunks;
	} catch (error) {
		onFailure();
		throw asError(error);
	}
}
