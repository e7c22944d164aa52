import type { INodeExecutionData } from 'n8n-workflow';
import { asError, InputError } from '../../shared/errors';
import { fieldsOfRequest } from '../api/analyticsApi';
import type { JobFile } from '../job/downloads';
import { Table } from '../table/table';
import { nameOfFile } from './fileNames';
import { saveFile } from './saveFile';
import type { FinishedExport } from './settings';

/** Output > Compressed File: one item for each job, with its file as the service made it. */
export async function asGzipFiles(
	{ item, settings }: FinishedExport,
	files: AsyncGenerator<JobFile>,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for await (const file of files) {
		if (!file.isPacked) throw await whyNotCompressed(file);
		const { jobId, request } = file.job;
		const fileName = nameOfFile(settings.fileName, file.job.record, '.csv.gz');
		const saved = await saveFile(item, {
			content: file.bytes(),
			fileName,
			mimeType: 'application/gzip',
		});
		items.push({
			json: { ...(request && fieldsOfRequest(request)), jobId, fileName },
			binary: { [settings.binaryPropertyName]: saved },
			pairedItem: { item: item.itemIndex },
		});
	}
	return items;
}

/** Finds out what the file is instead: an error description (section 2.5.4), or a table that was unpacked on the way. */
async function whyNotCompressed(file: JobFile): Promise<Error> {
	try {
		await Table.open(file);
	} catch (error) {
		return asError(error);
	}
	const message = 'The file of the bulk export arrived already unpacked';
	return new InputError(message, 'Choose Output > CSV File.');
}
