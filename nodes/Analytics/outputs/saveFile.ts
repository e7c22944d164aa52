import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../shared/errors';
import { outcomeOf } from '../../shared/context';
import type { ItemToRun } from '../context';

interface FileToSave {
	content: AsyncGenerator<Uint8Array>;
	fileName: string;
	mimeType: string;
}

/** Streams bytes into n8n's storage. @throws the error of `content`, or that of the storage; half a file is never returned */
export async function saveFile(
	{ n8n, api, savedFiles }: Pick<ItemToRun, 'n8n' | 'api' | 'savedFiles'>,
	{ content, fileName, mimeType }: FileToSave,
): Promise<IBinaryData> {
	const reading: { isAtEnd: boolean; error?: Error } = { isAtEnd: false };
	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* content;
			reading.isAtEnd = true;
		} catch (error) {
			reading.error = asError(error);
			throw reading.error;
		}
	}
	const stream = api.client.streamOf(bytes());
	// If the stream failed before n8n listens to it, Node.js would end the whole process.
	stream.on('error', () => {});
	const saved = await outcomeOf(async () => {
		return await n8n.helpers.prepareBinaryData(stream, fileName, mimeType);
	});
	// On a full disk, n8n destroys the stream first, which then fails as well, though not for a reason of its own.
	if ('error' in saved && isOfSystem(saved.error)) throw asError(saved.error);
	if (reading.error) throw asError(reading.error);
	if ('error' in saved) throw asError(saved.error);
	if (!reading.isAtEnd) throw new Error('The file was not read to its end');
	savedFiles.add(saved.value);
	return saved.value;
}

/** Whether an error comes from the operating system, such as ENOSPC: no space left on device. */
function isOfSystem(error: unknown): boolean {
	return typeof (error as { errno?: unknown } | null)?.errno === 'number';
}
