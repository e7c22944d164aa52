import type { IDataObject } from 'n8n-workflow';
import { apiOf } from '../fields/requestTimeout';
import type { ItemRun } from '../operation';
import type { QueryBody } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import { awaitJob } from '../../bulkFile/awaitJob';
import { bulkFileError } from '../../bulkFile/bulkFileError';
import { decideColumnNames } from '../../bulkFile/columnNames';
import { fileToItems } from '../../bulkFile/fileToItems';
import { withFile } from '../../bulkFile/withFile';

const POLL_INTERVAL_MS = 15_000;
const MAX_WAIT_MS = 30 * 60_000;
const MAX_BYTES = 2 * 2 ** 30;

/**
 * The whole of what a synchronous query cut off at its limit, by a bulk copy job of the same request.
 *
 * @param records what the query did return, which shows its columns
 */
export async function exportRecords(
	run: ItemRun,
	request: QueryBody,
	records: QueryRecord[],
): Promise<IDataObject[]> {
	const api = apiOf(run);
	const { jobId } = await api.startJob(request);
	await awaitJob({
		api,
		jobId,
		jobs: run.itemCount,
		pollIntervalMs: POLL_INTERVAL_MS,
		maxWaitMs: MAX_WAIT_MS,
		signal: run.signal,
	});
	try {
		return await withFile({ api, jobId, signal: run.signal }, async ({ chunks }) => {
			const rows: IDataObject[] = [];
			await fileToItems({
				chunks,
				maxBytes: MAX_BYTES,
				// The records of a query have types, too.
				convertTypes: true,
				decideNames: async (head) =>
					await decideColumnNames({ mode: 'automatic', head, queryColumns: async () => records }),
				onRow: (row) => rows.push(row) > 0,
			});
			return rows;
		});
	} catch (error) {
		run.signal.throwIfAborted();
		throw bulkFileError(error, { jobId, shown: (text) => api.shown(text) });
	}
}
