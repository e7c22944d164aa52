import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../../shared/errors';
import type { Download } from '../../../shared/client/serviceRequest';
import type { ItemRun } from '../itemContext';

export interface SaveOptions {
	file: Download;
	fileName: string;
	mimeType: string;
	transform(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/**
 * Streams a download through `transform` into n8n's binary data.
 *
 * @throws what broke the stream; a file is only given back if all of it was written
 */
export async function saveWhole(run: ItemRun, options: SaveOptions): Promise<IBinaryData> {
	const { file, fileName, mimeType, transform } = options;
	let outcome: { error: unknown } | 'whole' | undefined;

	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* transform(file.chunks);
			outcome = 'whole';
		} catch (error) {
			outcome = { error };
			throw asError(error);
		}
	}
	const content = file.toStream(bytes());
	// The stream may fail before n8n listens to it, which would end the whole process.
	content.on('error', () => {});

	const binary = await run.saveFile(content, fileName, mimeType).catch((error: unknown) => {
		outcome = typeof outcome === 'object' ? outcome : { error };
	});
	if (binary && outcome === 'whole') return binary;
	throw asError(typeof outcome === 'object' ? outcome.error : 'The file was not read to its end');
}
