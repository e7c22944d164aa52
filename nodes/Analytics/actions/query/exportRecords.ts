import type { IDataObject } from 'n8n-workflow';
import { decideColumnNames } from '../../bulkFile/columnNames';
import { fileToItems } from '../../bulkFile/fileToItems';
import { ColumnTypes } from '../../csv/columnTypes';
import { awaitJob } from '../../job/awaitJob';
import { withJobFile } from '../../job/jobFile';
import type { QueryBody } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import { readOptions } from '../fields/options';
import type { ItemContext } from '../itemContext';
import { startedJob } from '../startedJob';

export interface ExportOptions {
	request: QueryBody;
	/** What the query did return, which shows its columns. */
	records: QueryRecord[];
}

/**
 * The whole of what a synchronous query cut off at its limit, by a bulk copy job of the same
 * request. The settings of Bulk Export that Query does not show have their defaults.
 */
export async function exportRecords(
	item: ItemContext,
	{ request, records }: ExportOptions,
): Promise<IDataObject[]> {
	const { maxFileSize, maxWait, pollInterval } = readOptions(
		{},
		'maxFileSize',
		'maxWait',
		'pollInterval',
	);
	const api = item.api();
	const { signal, hint, shared } = item;
	const { jobId } = await startedJob(item, request);
	await awaitJob({
		api,
		jobId,
		jobs: shared.starts.size,
		times: shared.times,
		pollIntervalMs: pollInterval * 1000,
		maxWaitMs: maxWait * 1000,
		signal,
	});
	return await withJobFile({ api, jobId, signal, hint }, async (file) => {
		const rows: IDataObject[] = [];
		await fileToItems({
			file,
			maxBytes: maxFileSize * 2 ** 20,
			// The records of a query have types, too.
			conversion: { types: new ColumnTypes(), rows: () => rows },
			decideNames: async (head) =>
				await decideColumnNames({ mode: 'automatic', head, queryColumns: async () => records }),
			onRow: (row) => rows.push(row) > 0,
		});
		return rows;
	});
}
