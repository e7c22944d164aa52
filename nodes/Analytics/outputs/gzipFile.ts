import type { INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import { givenName, serviceName } from './fileNames';
import { unpacked, whileRead } from '../table/openFile';
import { readRows } from '../table/table';
import { withJobFiles } from '../job/downloads';
import type { JobOutput } from '../context';
import { saveFile } from './saveFile';

/** A file for each job, as the service made it. */
export async function asGzipFiles(output: JobOutput): Promise<INodeExecutionData[]> {
	const { item, settings } = output;
	const { signal } = item;
	return await withJobFiles(output, async (files) => {
		const items: INodeExecutionData[] = [];
		for await (const file of files) {
			// Its beginning tells whether it is an error description (2.5.4).
			if (!file.isPacked) await readRows(file, { signal, decideNames: refuseTable }).next();
			const { jobId, content } = file.job;
			const fileName = settings.fileName
				? givenName(settings.fileName, '.csv.gz', items.length + 1)
				: serviceName(file.job.fileName, jobId);
			const binary = await saveFile(item, {
				toStream: file.toStream,
				content: whileRead(file, (read) => unpacked(read, signal)),
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

async function refuseTable(): Promise<never> {
	const message = 'The file of the bulk export arrived already unpacked';
	throw new InputError(message, 'Choose Output > CSV File.');
}
