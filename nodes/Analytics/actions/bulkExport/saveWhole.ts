import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../../shared/errors';
import type { JobFile } from '../../job/jobFile';
import type { ItemContext } from '../itemContext';

export interface SaveOptions extends Pick<JobFile, 'toStream'> {
	/** What is to be saved. */
	content: AsyncIterable<Uint8Array>;
	fileName: string;
	mimeType: string;
}

/**
 * Streams bytes into n8n's binary data.
 *
 * @throws what broke the stream; a file is only returned if all of it was written
 */
export async function saveWhole(
	item: ItemContext,
	{ content, toStream, fileName, mimeType }: SaveOptions,
): Promise<IBinaryData> {
	let outcome: { error: unknown } | 'whole' | undefined;

	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* content;
			outcome = 'whole';
		} catch (error) {
			outcome = { error };
			throw asError(error);
		}
	}
	const stream = toStream(bytes());
	// The stream may fail before n8n listens to it, which would end the whole process.
	stream.on('error', () => {});

	const binary = await item.saveFile(stream, fileName, mimeType).catch((error: unknown) => {
		outcome = typeof outcome === 'object' ? outcome : { error };
	});
	if (binary && outcome === 'whole') return binary;
	throw asError(typeof outcome === 'object' ? outcome.error : 'The file was not read to its end');
}
