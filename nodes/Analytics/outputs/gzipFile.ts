import type { INodeExecutionData } from 'n8n-workflow';
import { givenName, serviceName } from '../bulkFile/fileNames';
import { unpacked, whileRead } from '../bulkFile/openFile';
import { readRows } from '../bulkFile/reader';
import { withJobFiles } from '../job/jobFiles';
import type { JobOutput } from './context';
import { saveFile } from './saveFile';

/** A file for each job, as the service made it. */
export async function asGzipFiles(output: JobOutput): Promise<INodeExecutionData[]> {
	const { item, settings } = output;
	const { signal } = item;
	const decideNames = async () => ({ names: [], rowsToSkip: 0 });
	return await withJobFiles(output, async (files) => {
		const items: INodeExecutionData[] = [];
		for await (const file of files) {
			const { jobId, content } = file.job;
			const fileName = settings.fileName
				? givenName(settings.fileName, '.csv.gz', items.length + 1)
				: serviceName(file.job.fileName, jobId);
			// Without a checksum, its rows tell whether it is an error description (2.5.4).
			const verified = whileRead(file, (read) =>
				read.isPacked ? unpacked(read, signal) : readRows(read, { signal, decideNames }),
			);
			const binary = await saveFile(item, {
				download: file,
				content: verified,
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
