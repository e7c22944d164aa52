import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type ColumnNames, decideColumnNames, type QueryColumns } from '../../bulkFile/columnNames';
import { fileToCsv } from '../../bulkFile/fileToCsv';
import { fileToGzip } from '../../bulkFile/fileToGzip';
import { fileToItems } from '../../bulkFile/fileToItems';
import type { DateRange } from '../../dates/dateRange';
import { type JobFile, withJobFile } from '../../job/jobFile';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { OutputSettings } from '../fields/output';
import type { ItemContext } from '../itemContext';
import { LastDay } from '../lastDay';
import { RowItems } from '../rowItems';
import { saveWhole } from './saveWhole';

const NO_ROWS = 'The bulk export has no rows for these dates and filters.';

export interface FinishedJob {
	jobId: string;
	/** As it was given when the job was created (section 2.3); a path in it is taken off. */
	fileName: string;
	/** What else the output should say about the job, such as its query and dates. */
	about: IDataObject;
	/** The days that it is for; undefined if they are not known. */
	days?: DateRange;
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

async function asCsvFile(
	item: ItemContext,
	file: JobFile,
	{ job, settings }: ResultOptions,
): Promise<INodeExecutionData[]> {
	let columns: string[] = [];
	let rows = 0;
	const fileName = plainName(job).replace(/\.gz$/i, '');
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
	if (rows === 0) {
		item.hint(NO_ROWS);
		if (job.days) new LastDay(item, job.days).end(rows);
	}
	return [
		{
			json: { ...job.about, jobId: job.jobId, fileName, rows, columns },
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
	const fileName = plainName(job);
	const binary = await saveWhole(item, {
		file,
		fileName,
		mimeType: 'application/gzip',
		transform: () => fileToGzip({ file, maxBytes: settings.maxBytes }),
	});
	return [
		{
			json: { ...job.about, jobId: job.jobId, fileName },
			binary: { [settings.binaryPropertyName]: binary },
			pairedItem: { item: item.itemIndex },
		},
	];
}

/**
 * Finds the column names. The user is told which were used and why, where that was a decision: not of
 * names in the second row, where they are expected, or where the user has chosen them.
 */
function namesDecision(item: ItemContext, job: FinishedJob, settings: OutputSettings) {
	const { columnNames } = settings;
	return async (head: string[][]): Promise<ColumnNames> => {
		let isAsked = false;
		const { queryColumns } = job;
		const decision = await decideColumnNames({
			mode: columnNames,
			head,
			customNames: settings.customColumnNames,
			onDuplicateNames: settings.onDuplicateNames,
			queryColumns: queryColumns && (async () => ((isAsked = true), await queryColumns())),
		});
		const { rowsToSkip } = decision;
		const isUnusual =
			columnNames === 'automatic'
				? isAsked || rowsToSkip === 1
				: columnNames === 'custom' && rowsToSkip === 2;
		if (isUnusual && head.length > rowsToSkip) {
			item.hint(`Column names: ${decision.reason}. To change it, see Options > Column Names.`);
		}
		return decision;
	};
}

/** The file name without any path, as nothing outside may decide where a file is put. */
function plainName({ fileName, jobId }: FinishedJob): string {
	const name = fileName.split(/[/\\]/).at(-1)?.trim() ?? '';
	return /^\.*$/.test(name) ? `data_${jobId}.csv.gz` : name;
}
