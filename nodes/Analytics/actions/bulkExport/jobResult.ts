import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Download } from '../../../shared/serviceRequest';
import type { OutputSettings } from '../fields/output';
import type { ItemRun } from '../operation';
import { RowItems } from '../rowItems';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import { bulkFileError } from '../../bulkFile/bulkFileError';
import { type ColumnNames, decideColumnNames } from '../../bulkFile/columnNames';
import { fileToCsv } from '../../bulkFile/fileToCsv';
import { fileToGzip } from '../../bulkFile/fileToGzip';
import { fileToItems } from '../../bulkFile/fileToItems';
import type { QueryColumns } from '../../bulkFile/queryColumns';
import { noticeUnpacked, UNPACKED_ON_THE_WAY } from '../../bulkFile/noticeUnpacked';
import { withFile } from '../../bulkFile/withFile';
import { saveWhole } from './saveWhole';

export interface FinishedJob {
	jobId: string;
	/** As it was given when the job was created (section 2.3); a path in it is taken off. */
	fileName: string;
	/** What the output should say about the job besides, such as its query and dates. */
	about: IDataObject;
	/** Asks the same query for its columns; undefined if the query is not known. */
	queryColumns: QueryColumns | undefined;
}

/**
 * Downloads the file of a job that is done (section 4.4) and hands it on as the user chose: rows as
 * items, or one item with a file.
 *
 * @throws ServiceError or InputError that names the job; nothing is then handed on
 */
export async function jobResult(
	run: ItemRun,
	{ api, job, settings }: { api: AnalyticsApi; job: FinishedJob; settings: OutputSettings },
): Promise<INodeExecutionData[]> {
	try {
		return await withFile({ api, jobId: job.jobId, signal: run.signal }, async (sent) => {
			const notice = () => run.hint(UNPACKED_ON_THE_WAY);
			const file = { ...sent, chunks: noticeUnpacked(sent.chunks, notice) };
			switch (settings.output) {
				case 'items':
					return await asItems(run, { file, job, settings });
				case 'csvFile':
					return await asCsvFile(run, { file, job, settings });
				case 'gzipFile':
					return await asGzipFile(run, { file, job, settings });
			}
		});
	} catch (error) {
		run.signal.throwIfAborted();
		throw bulkFileError(error, { jobId: job.jobId, shown: (text) => api.shown(text) });
	}
}

interface ResultOptions {
	file: Download;
	job: FinishedJob;
	settings: OutputSettings;
}

async function asItems(run: ItemRun, options: ResultOptions): Promise<INodeExecutionData[]> {
	const { file, settings } = options;
	const items = new RowItems(run, settings);
	await fileToItems({
		chunks: file.chunks,
		maxBytes: settings.maxBytes,
		convertTypes: settings.convertTypes,
		decideNames: namesDecision(run, options),
		onRow: (row) => items.add(row),
	});
	if (items.rows === 0) run.hint('The bulk export has no rows for these dates and filters.');
	return items.end();
}

async function asCsvFile(run: ItemRun, options: ResultOptions): Promise<INodeExecutionData[]> {
	const { file, job, settings } = options;
	let columns: string[] = [];
	let rows = 0;
	const fileName = plainName(job).replace(/\.gz$/i, '');
	const binary = await saveWhole(run, {
		file,
		fileName,
		mimeType: 'text/csv',
		transform: (chunks) =>
			fileToCsv({
				chunks,
				maxBytes: settings.maxBytes,
				decideNames: namesDecision(run, options),
				onEnd: (result) => {
					columns = result.names.names;
					rows = result.rows;
				},
			}),
	});
	if (rows === 0) run.hint('The bulk export has no rows for these dates and filters.');
	return [
		{
			json: { ...job.about, jobId: job.jobId, fileName, rows, columns },
			binary: { [settings.binaryPropertyName]: binary },
			pairedItem: { item: run.itemIndex },
		},
	];
}

async function asGzipFile(run: ItemRun, options: ResultOptions): Promise<INodeExecutionData[]> {
	const { file, job, settings } = options;
	const fileName = plainName(job);
	const binary = await saveWhole(run, {
		file,
		fileName,
		mimeType: 'application/gzip',
		transform: (chunks) => fileToGzip({ chunks, maxBytes: settings.maxBytes }),
	});
	return [
		{
			json: { ...job.about, jobId: job.jobId, fileName },
			binary: { [settings.binaryPropertyName]: binary },
			pairedItem: { item: run.itemIndex },
		},
	];
}

/** Finds the column names, and tells the user which were used and why. */
function namesDecision(run: ItemRun, { job, settings }: ResultOptions) {
	return async (head: string[][]): Promise<ColumnNames> => {
		const decision = await decideColumnNames({
			mode: settings.columnNames,
			head,
			customNames: settings.customColumnNames,
			onDuplicateNames: settings.onDuplicateNames,
			queryColumns: job.queryColumns,
		});
		if (decision.names.length > 0) {
			run.hint(`Column names: ${decision.reason}. To change it, see Options > Column Names.`);
		}
		return decision;
	};
}

/** The file name without any path, as nothing outside may decide where a file is put. */
function plainName({ fileName, jobId }: FinishedJob): string {
	const name = fileName.split(/[/\\]/).at(-1)?.trim() ?? '';
	return /^\.*$/.test(name) ? `data_${jobId}.csv.gz` : name;
}
