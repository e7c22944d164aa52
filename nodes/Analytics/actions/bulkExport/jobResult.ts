import type { INodeExecutionData } from 'n8n-workflow';
import { type ColumnNames, decideColumnNames, type QueryColumns } from '../../bulkFile/columnNames';
import { type FileContent, givenName, nameOfContent, serviceName } from '../../bulkFile/fileNames';
import { fileToCsv } from '../../bulkFile/fileToCsv';
import { fileToGzip } from '../../bulkFile/fileToGzip';
import { fileToItems } from '../../bulkFile/fileToItems';
import { type JobFile, withJobFile } from '../../job/jobFile';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { OutputSettings } from '../fields/output';
import type { ItemContext } from '../itemContext';
import { RowItems } from '../rowItems';
import { saveWhole } from './saveWhole';

const NO_ROWS = 'The bulk export has no rows for these dates and filters.';

export interface FinishedJob {
	jobId: string;
	/** As it was given when the job was created (section 2.3). */
	fileName: string;
	/** Undefined if only the ID of the job is known. */
	content?: FileContent;
	/** Which part of a long range, counted from 1. */
	part?: number;
	/** Asks the same query for its columns; undefined if the query is not known. */
	queryColumns: QueryColumns | undefined;
}

interface ResultOptions {
	api: AnalyticsApi;
	job: FinishedJob;
	settings: OutputSettings;
}

/**
 * Downloads the file of a job that is done (section 4.4) and passes it on as the user chose: rows as
 * items, or one item with a file.
 *
 * @throws ServiceError, InputError or LocalError that names the job; nothing is then passed on
 */
export async function jobResult(
	item: ItemContext,
	options: ResultOptions,
): Promise<INodeExecutionData[]> {
	const { api, job, settings } = options;
	const { signal, hint } = item;
	return await withJobFile({ api, jobId: job.jobId, signal, hint }, async (file) => {
		switch (settings.output) {
			case 'items':
				return await asItems(item, file, options);
			case 'csvFile':
				return await asCsvFile(item, file, options);
			case 'gzipFile':
				return await asGzipFile(item, file, options);
		}
	});
}

async function asItems(
	item: ItemContext,
	file: JobFile,
	{ job, settings }: ResultOptions,
): Promise<INodeExecutionData[]> {
	const items = new RowItems(item, settings);
	await fileToItems({
		file,
		maxBytes: settings.maxBytes,
		convertTypes: settings.convertTypes,
		decideNames: namesDecision(item, job, settings),
		onRow: (row) => items.add(row),
	});
	if (items.rows === 0) item.hint(NO_ROWS);
	return items.end();
}

async function asCsvFile(
	item: ItemContext,
	file: JobFile,
	{ job, settings }: ResultOptions,
): Promise<INodeExecutionData[]> {
	let columns: string[] = [];
	let rows = 0;
	const fileName = csvName(job, settings);
	const binary = await saveWhole(item, {
		file,
		fileName,
		mimeType: 'text/csv',
		transform: () =>
			fileToCsv({
				file,
				maxBytes: settings.maxBytes,
				decideNames: namesDecision(item, job, settings),
				onEnd: (result) => {
					columns = result.names.names;
					rows = result.rows;
				},
			}),
	});
	if (rows === 0) item.hint(NO_ROWS);
	return [
		{
			json: { ...job.content, jobId: job.jobId, fileName, rows, columns },
			binary: { [settings.binaryPropertyName]: binary },
			pairedItem: { item: item.itemIndex },
		},
	];
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
		file,
		fileName,
		mimeType: 'application/gzip',
		transform: () => fileToGzip({ file, maxBytes: settings.maxBytes }),
	});
	return [
		{
			json: { ...job.content, jobId: job.jobId, fileName },
			binary: { [settings.binaryPropertyName]: binary },
			pairedItem: { item: item.itemIndex },
		},
	];
}

/** Finds the column names, and tells the user which were used and why. */
function namesDecision(item: ItemContext, job: FinishedJob, settings: OutputSettings) {
	return async (head: string[][]): Promise<ColumnNames> => {
		const decision = await decideColumnNames({
			mode: settings.columnNames,
			head,
			customNames: settings.customColumnNames,
			onDuplicateNames: settings.onDuplicateNames,
			queryColumns: job.queryColumns,
		});
		if (decision.names.length > 0) {
			item.hint(`Column names: ${decision.reason}. To change it, see Options > Column Names.`);
		}
		return decision;
	};
}

function csvName(
	{ content, fileName, jobId, part }: FinishedJob,
	settings: OutputSettings,
): string {
	if (settings.fileName) return givenName(settings.fileName, '.csv', part);
	return content ? nameOfContent(content) : serviceName(fileName, jobId).replace(/\.gz$/i, '');
}
