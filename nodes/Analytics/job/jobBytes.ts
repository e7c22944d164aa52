import { PassedOn } from '../bulkFile/passedOn';
import { type JobFile, type JobFileOptions, readJobFile } from './jobFile';

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
	const passedOn = new PassedOn();
	yield* readJobFile(options, (file) => passedOn.rest(make(file)));
}
