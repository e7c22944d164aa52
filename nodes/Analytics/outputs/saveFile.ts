import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../shared/errors';
import { type Outcome, outcomeOf } from '../../shared/context';
import type { ItemToRun } from '../context';
import type { FileFormat } from './fileNames';

/** @template T what the content returns at its end */
export interface FileToSave<T> {
	content: AsyncGenerator<Uint8Array, T>;
	fileName: string;
	mimeType: FileFormat['mimeType'];
}

export interface SavedFile<T> {
	binary: IBinaryData;
	/** What the content has returned. */
	result: T;
}

/** Streams bytes into n8n's storage. @throws the error of `content`, or that of the storage; half a file is never returned */
export async function saveFile<T>(
	{ n8n, api, savedFiles }: Pick<ItemToRun, 'n8n' | 'api' | 'savedFiles'>,
	{ content, fileName, mimeType }: FileToSave<T>,
): Promise<SavedFile<T>> {
	/** What became of the content. There is no outcome as long as it is being read. */
	const reading: { outcome?: Outcome<T> } = {};
	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			reading.outcome = { value: yield* content };
		} catch (error) {
			reading.outcome = { error };
			throw asError(error);
		}
	}
	const stream = api.streamOf(bytes());
	// If the stream failed before n8n listens to it, Node.js would end the whole process.
	stream.on('error', () => {});
	const saved = await outcomeOf(async () => {
		return await n8n.helpers.prepareBinaryData(stream, fileName, mimeType);
	});
	const { outcome } = reading;
	// On a full disk, n8n destroys the stream first, which then fails as well, though not for a reason of its own.
	if ('error' in saved && isOfSystem(saved.error)) throw asError(saved.error);
	if (outcome && 'error' in outcome) throw asError(outcome.error);
	if ('error' in saved) throw asError(saved.error);
	if (!outcome) throw new Error('The file was not read to its end');
	savedFiles.add(saved.value);
	return { binary: saved.value, result: outcome.value };
}

/** Whether an error comes from the operating system, such as ENOSPC: no space left on device. */
function isOfSystem(error: unknown): boolean {
	return typeof (error as { errno?: unknown } | null)?.errno === 'number';
}

const BASE64_SLICE = 1 << 16;

/** Reads a file again that was saved. n8n keeps it under an ID in its storage, or as base64 text in memory. */
export async function* savedBytes(
	{ n8n }: Pick<ItemToRun, 'n8n'>,
	{ id, data }: IBinaryData,
): AsyncGenerator<Uint8Array> {
	if (id === undefined) {
		for (let at = 0; at < data.length; at += BASE64_SLICE) {
			yield Buffer.from(data.slice(at, at + BASE64_SLICE), 'base64');
		}
		return;
	}
	// A stream that is not read to its end is destroyed by its own iterator.
	yield* (await n8n.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>;
}
