import type { INodeExecutionData } from 'n8n-workflow';
import type { Item } from '../actions/item';
import { givenName, serviceName } from '../bulkFile/fileNames';
import { type BulkFile, readRows, unpacked } from '../bulkFile/reader';
import { breather } from '../../shared/async';
import { withJobFiles } from '../job/jobFiles';
import type { FilesOf } from './finishedJobs';
import { saveFile } from './saveFile';

export async function asGzipFiles(
	item: Item,
	{ api, jobs, settings }: FilesOf,
): Promise<INodeExecutionData[]> {
	const { signal } = item;
	return await withJobFiles({ ...item, api, jobs }, async (files) => {
		const items: INodeExecutionData[] = [];
		for await (const file of files) {
			const { jobId, content } = file.job;
			const fileName = settings.fileName
				? givenName(settings.fileName, '.csv.gz', items.length + 1)
				: serviceName(file.job.fileName, jobId);
			const binary = await saveFile(item, {
				content: gzipOf(file, signal),
				toStream: file.toStream,
				fileName,
				mimeType: 'application/gzip',
			});
			items.push({
				json: { ...content, jobId, fileName },
				binary: { [settings.binaryPropertyName]: binary },
				pairedItem: { item: item.itemIndex },
			});
		}
		return items;
	});
}

/** Unpacks on the way only to verify that the file is whole, in constant memory. */
async function* gzipOf(file: BulkFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	if (!file.isPacked) {
		yield* compressed(tableBytes(file, signal));
		return;
	}
	const tap = new Tap(file);
	const breathe = breather(signal);
	for await (const block of unpacked(tap.file)) {
		if (block.length > 0) await breathe();
		yield* tap.take();
	}
	yield* tap.take();
}

/** Plain CSV as it is; an error description ends in an error instead (section 2.5.4). */
async function* tableBytes(file: BulkFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const decideNames = async () => ({ names: [], rowsToSkip: 0 });
	for await (const { bytes } of readRows(file, { signal, gives: 'bytes', decideNames }))
		yield* bytes;
}

/** A file whose chunks are kept for somebody else, too, while it is read. */
export class Tap<File extends BulkFile> {
	readonly file: File;
	#chunks: Uint8Array[] = [];

	constructor(file: File) {
		this.file = { ...file, chunks: this.#tapped(file.chunks) };
	}

	take(): Uint8Array[] {
		const chunks = this.#chunks;
		this.#chunks = [];
		return chunks;
	}

	async *#tapped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		for await (const chunk of chunks) {
			this.#chunks.push(chunk);
			yield chunk;
		}
	}
}

export async function* compressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new CompressionStream('gzip');
	const writing = writeAll(bytes, writable.getWriter());
	yield* readable as unknown as AsyncIterable<Uint8Array>;
	const failure = await writing;
	if (failure) throw failure.error;
}

type CompressionWriter = ReturnType<CompressionStream['writable']['getWriter']>;

/** Aborting the writer would raise an error that nobody can catch, so a failure is returned. */
async function writeAll(
	bytes: AsyncIterable<Uint8Array>,
	writer: CompressionWriter,
): Promise<{ error: unknown } | undefined> {
	let failure: { error: unknown } | undefined;
	try {
		for await (const chunk of bytes) await writer.write(chunk as Uint8Array<ArrayBuffer>);
	} catch (error) {
		failure = { error };
	}
	// Closed already if nobody reads on, for example because the disk is full.
	await writer.close().catch(() => {});
	return failure;
}
