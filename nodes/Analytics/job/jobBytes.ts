import { cancellableSleep } from '../../shared/cancellableSleep';
import { backoffMs } from '../../shared/client/retryTiming';
import { asError } from '../../shared/errors';
import { bulkFileError } from '../bulkFile/bulkFileError';
import { openFile } from '../bulkFile/openFile';
import { PassedOn } from '../bulkFile/passedOn';
import { type JobFile, type JobFileOptions, MAX_DOWNLOADS, UNPACKED_ON_THE_WAY } from './jobFile';

/**
 * Downloads the file of a job (section 4.4) and passes on what is made of it. If it breaks off, it is
 * fetched again, and goes on where it ended: files that stand before it in the same stream stay.
 *
 * @param make makes the same bytes of the same file each time
 * @throws an error that names the job and says how to fetch the file again
 */
export async function* jobBytes(
	options: JobFileOptions,
	make: (file: JobFile) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	const { api, jobId, signal } = options;
	try {
		yield* resumed(options, make);
	} catch (error) {
		signal.throwIfAborted();
		throw bulkFileError(error, { jobId, shown: (text) => api.shown(text) });
	}
}

async function* resumed(
	{ api, jobId, signal, hint }: JobFileOptions,
	make: (file: JobFile) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	const passedOn = new PassedOn();
	for (let downloads = 1; ; downloads += 1) {
		const download = await api.download(jobId);
		try {
			const file = await openFile(download.chunks);
			yield* passedOn.rest(make({ ...file, toStream: download.toStream }));
			if (!file.isPacked) hint(UNPACKED_ON_THE_WAY);
			return;
		} catch (error) {
			signal.throwIfAborted();
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
