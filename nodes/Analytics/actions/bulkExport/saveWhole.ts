import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../../shared/errors';
import type { JobFile } from '../../job/jobFile';
import type { ItemContext } from '../itemContext';

export interface SaveOptions {
	file: JobFile;
	fileName: string;
	mimeType: string;
	/** Makes of the file what is to be saved. */
	transform(): AsyncIterable<Uint8Array>;
}

/**
 * Streams what becomes of a file into n8n's binary data.
 *
 * @throws what broke the stream; a file is only returned if all of it was written
 */
export async function saveWhole(
	item: ItemContext,
	{ file, fileName, mimeType, transform }: SaveOptions,
): Promise<IBinaryData> {
	let outcome: { error: unknown } | 'whole' | undefined;

	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* transform();
			outcome = 'whole';
		} catch (error) {
			outcome = { error };
			throw asError(error);
		}
	}
	const content = file.toStream(bytes());
	// The stream may fail before n8n listens to it, which would end the whole process.
	content.on('error', () => {});

	const binary = await item.saveFile(content, fileName, mimeType).catch((error: unknown) => {
		outcome = typeof outcome === 'object' ? outcome : { error };
	});
	if (binary && outcome === 'whole') return binary;
	throw asError(typeof outcome === 'object' ? outcome.error : 'The file was not read to its end');
}
