import type { INodeExecutionData } from 'n8n-workflow';
import { givenName, serviceName } from '../../bulkFile/fileNames';
import { fileToGzip } from '../../bulkFile/fileToGzip';
import { fileToItems } from '../../bulkFile/fileToItems';
import { type JobFile, withJobFile } from '../../job/jobFile';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { OutputSettings } from '../fields/output';
import type { ItemContext } from '../itemContext';
import { LastDay } from '../lastDay';
import { RowItems } from '../rowItems';
import type { Turn } from '../turns';
import { csvFile } from './csvFile';
import { type FinishedJob, namesDecision, NO_ROWS } from './finishedJob';
import { inBatches } from './inBatches';
import { saveWhole } from './saveWhole';

interface ResultOptions {
	api: AnalyticsApi;
	job: FinishedJob;
	settings: OutputSettings;
	/** Of an output to a sub-workflow. */
	turn?: Turn | undefined;
}

/**
 * Downloads the file of a job that is done (section 4.4) and passes it on as the user chose: rows as
 * items, one item with a file, or to a sub-workflow.
 *
 * @throws ServiceError, InputError or LocalError that names the job; nothing is then passed on
 */
export async function jobResult(
	item: ItemContext,
	options: ResultOptions,
): Promise<INodeExecutionData[]> {
	const { api, job, settings } = options;
	const { signal, hint } = item;
	const { output } = settings;
	if (output === 'csvFile' || output === 'subWorkflow') {
		return await wholeResult(item, { ...options, jobs: [job] });
	}
	const take = output === 'items' ? asItems : asGzipFile;
	return await withJobFile(
		{ api, jobId: job.jobId, signal, hint },
		async (file) => await take(item, file, options),
	);
}

interface WholeResultOptions extends Omit<ResultOptions, 'job'> {
	/** In the order of their days. */
	jobs: FinishedJob[];
}

/** The same for all jobs of a range together: their rows in one CSV file, or to a sub-workflow. */
export async function wholeResult(
	item: ItemContext,
	{ api, jobs, settings, turn }: WholeResultOptions,
): Promise<INodeExecutionData[]> {
	const { subWorkflow } = settings;
	if (!subWorkflow || !turn) return await csvFile(item, { api, jobs, settings });
	return await inBatches(item, { api, jobs, settings, subWorkflow, turn });
}

async function asItems(
	item: ItemContext,
	file: JobFile,
	{ job, settings }: ResultOptions,
): Promise<INodeExecutionData[]> {
	const items = new RowItems(item, settings);
	const lastDay = job.days && new LastDay(item, job.days);
	const { columnTypes } = settings;
	await fileToItems({
		file,
		maxBytes: settings.maxBytes,
		conversion: columnTypes && { types: columnTypes, rows: () => items.taken() },
		decideNames: namesDecision(item, job, settings),
		onRow: (row) => {
			lastDay?.see(row);
			return items.add(row);
		},
	});
	if (items.rows === 0) item.hint(NO_ROWS);
	if (!items.isCut) lastDay?.end(items.rows);
	return items.end();
}

async function asGzipFile(
	item: ItemContext,
	file: JobFile,
	{ job, settings }: ResultOptions,
): Promise<INodeExecutionData[]> {
	const fileName = settings.fileName
		? givenName(settings.fileName, '.csv.gz', job.part)
		: serviceName(job.fileName, job.jobId);
	const binary = await saveWhole(item, {
		content: fileToGzip({ file, maxBytes: settings.maxBytes }),
		toStream: file.toStream,
		fileName,
		mimeType: 'application/gzip',
	});
	return [
		{
			json: { ...job.content, jobId: job.jobId, fileName },
			binary: { [settings.binaryPropertyName]: binary },
			pairedItem: { item: item.itemIndex },
		},
	];
}
