import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../shared/json';
import { counted } from '../../shared/text';
import type { FinishedJob } from '../job/downloads';
import type { ColumnTypes } from '../table/columnTypes';
import { rowBuilder, type RowObject } from '../table/rowObjects';
import { openTable, type TableColumns } from '../table/table';
import { aboutJobs } from './aboutJobs';
import {
	howToGoOn,
	jobsToPassOn,
	type PassOnCounts,
	passOnFailure,
	type PassOnProgress,
} from './passOnProgress';
import { savedBytes } from './saveFile';
import type { FinishedExport } from './settings';
import { executeSubWorkflow } from './subExecution';

/* Output > Sub-Workflow in Batches: how the rows of files that are known to be good reach the sub-workflow. */

/** A file that is known to be good, and is kept in n8n's storage to be read again. */
export interface VerifiedFile {
	job: FinishedJob;
	saved: IBinaryData;
	isPacked: boolean;
	columns: TableColumns;
	rows: number;
	onlyLine: string | undefined;
}

/**
 * Passes the rows of all files of an item on, the oldest days first, up to the Limit.
 * @param types those that the values of all rows were found to have; undefined if all values stay text
 * @returns one item that says how many rows were passed on
 * @throws LocalError that says how far the rows came, and how to go on
 */
export async function passOn(
	finished: FinishedExport,
	files: VerifiedFile[],
	types: ColumnTypes | undefined,
): Promise<INodeExecutionData[]> {
	const { item, jobs, settings } = finished;
	const counts: PassOnCounts = { rows: 0, batches: 0, results: 0, failedResults: 0 };
	const later = jobsToPassOn(jobs, settings);
	for (const file of files) {
		const next = later.shift()!;
		const progress: PassOnProgress = { counts, next, later };
		try {
			await passOnFile(finished, file, types, progress);
		} catch (error) {
			throw passOnFailure(finished, progress, error);
		}
		if (next.row <= file.rows) {
			const rows = counted(counts.rows, 'row');
			item.hint(`The Limit was reached after ${rows}. ${howToGoOn(settings, progress)}`);
			const rest = [next, ...later].map(({ jobId }) => jobId);
			item.jobs.setPassedOn(rest, 'upToLimit');
			break;
		}
		item.jobs.setPassedOn([next.jobId], 'all');
	}
	if (counts.failedResults > 0) {
		item.hint(
			`${counts.failedResults} of the ${counted(counts.results, 'item')} that the sub-workflow returned have an error. Their rows count as passed on. Look at the executions of the sub-workflow.`,
			{ warning: true },
		);
	}
	return [{ json: { ...aboutJobs(jobs), ...counts }, pairedItem: { item: item.itemIndex } }];
}

/** Passes the rows of one file on, beginning with `progress.next`. Each batch updates the progress. */
async function passOnFile(
	{ item, settings }: FinishedExport,
	{ saved, isPacked, columns }: VerifiedFile,
	types: ColumnTypes | undefined,
	progress: PassOnProgress,
): Promise<void> {
	const { counts, next } = progress;
	const toRow = rowBuilder(columns.names, types?.converter(columns.names));
	const file = { chunks: savedBytes(item, saved), isPacked, bytesRead: () => 0 };
	const table = await openTable(file, { signal: item.signal });
	const wanted = {
		from: next.row,
		limit: settings.maxRows - counts.rows,
		size: settings.rowsPerBatch,
		toRow,
	};
	try {
		for await (const rows of batchesOf(table.rows(columns), wanted)) {
			const { workflowId } = settings;
			const returned = await executeSubWorkflow(item, { workflowId, rows });
			counts.rows += rows.length;
			counts.batches += 1;
			counts.results += returned.length;
			counts.failedResults += returned.filter(isFailed).length;
			next.row += rows.length;
		}
	} finally {
		await table.close();
	}
}

/**
 * Whether an item of the sub-workflow comes from a node that has failed and continued. Such a node writes a
 * text or an object into "error"; a number there is more likely a value of the row.
 */
function isFailed({ json, error }: INodeExecutionData): boolean {
	const own = json['error'];
	return error !== undefined || (typeof own === 'string' && own !== '') || isObject(own);
}

interface Wanted {
	/** The first row to pass on, counted from 1. */
	from: number;
	/** How many rows to pass on at most. */
	limit: number;
	/** How many rows a batch has. */
	size: number;
	toRow(cells: string[]): RowObject;
}

/**
 * Puts rows together to batches. Each row becomes an object at once, because keeping the cells of a whole
 * batch beside its objects took half as much memory again.
 */
async function* batchesOf(
	source: AsyncIterable<string[][]>,
	{ from, limit, size, toRow }: Wanted,
): AsyncGenerator<RowObject[]> {
	let skip = from - 1;
	let left = limit;
	let ready: RowObject[] = [];
	for await (const rows of source) {
		if (left === 0) break;
		const wanted = rows.slice(skip, skip + left);
		skip -= Math.min(skip, rows.length);
		left -= wanted.length;
		for (const cells of wanted) {
			ready.push(toRow(cells));
			if (ready.length < size) continue;
			yield ready;
			ready = [];
		}
	}
	if (ready.length > 0) yield ready;
}
