import type { INodeExecutionData } from 'n8n-workflow';
import { givenName, serviceName } from '../bulkFile/fileNames';
import { type BulkFile, verifiedChunks } from '../bulkFile/openFile';
import { readRows } from '../bulkFile/reader';
import { withJobFiles } from '../job/jobFiles';
import type { FileSettings, OutputContext } from './context';
import type { JobsOf } from './finishedJobs';
import { saveFile } from './saveFile';

export async function asGzipFiles(
	context: OutputContext,
	{ api, jobs, settings }: JobsOf<FileSettings>,
): Promise<INodeExecutionData[]> {
	const { signal } = context;
	return await withJobFiles({ ...context, api, jobs }, async (files) => {
		const items: INodeExecutionData[] = [];
		for await (const file of files) {
			const { jobId, content } = file.job;
			const fileName = settings.fileName
				? givenName(settings.fileName, '.csv.gz', items.length + 1)
				: serviceName(file.job.fileName, jobId);
			const binary = await saveFile(context, {
				content: file.isPacked
					? verifiedChunks(file, signal)
					: compressed(tableBytes(file, signal)),
				toStream: file.toStream,
				fileName,
				mimeType: 'application/gzip',
			});
			items.push({
				json: { ...content, jobId, fileName },
				binary: { [settings.binaryPropertyName]: binary },
				pairedItem: { item: context.itemIndex },
			});
		}
		return items;
	});
}

/** Plain CSV as it is; an error description ends in an error instead (section 2.5.4). */
async function* tableBytes(file: BulkFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const decideNames = async () => ({ names: [], rowsToSkip: 0 });
	for await (const { bytes } of readRows(file, { signal, gives: 'bytes', decideNames }))
		yield* bytes;
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
