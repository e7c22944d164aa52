import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { asError, InputError, LocalError } from '../../shared/errors';
import { isObject } from '../../shared/jsonObject';
import { counted, joinedTexts, listed, sentence } from '../../shared/text';
import { type FinishedJob, type JobFile, withJobFiles } from '../job/downloads';
import type { JobToPassOn } from '../job/startedJobs';
import { ColumnTypes } from '../table/columnTypes';
import { copyWhileRead } from '../table/openFile';
import { rowBuilder, type RowObject } from '../table/rowObjects';
import { openTable, type TableColumns } from '../table/table';
import { GZIP, serviceName } from './fileNames';
import {
	aboutJobs,
	expectSameColumns,
	hintAtNoRows,
	onlyLineOf,
	openJobTable,
	verifyWholeTable,
} from './finishedJobs';
import { hintAtNumbersAsNames } from './items';
import { savedBytes, saveFile } from './saveFile';
import type { FinishedExport, OutputSettings } from './settings';
import { executeSubWorkflow } from './subExecution';

/** A file that is known to be good, and is kept in n8n's storage to be read again. */
interface VerifiedFile {
	job: FinishedJob;
	saved: IBinaryData;
	isPacked: boolean;
	columns: TableColumns;
	rows: number;
	onlyLine: string | undefined;
}

type Types = ColumnTypes | undefined;

/**
 * Output > Sub-Workflow in Batches. No row is passed on before all files of the input item are known to be
 * good. Therefore the files are saved, and read twice.
 * @returns one item that says how many rows were passed on
 */
export async function passedToSubWorkflow(finished: FinishedExport): Promise<INodeExecutionData[]> {
	const { item, settings } = finished;
	const { files, types } = await withJobFiles(finished, async (downloads) => {
		const types = settings.convertTypes ? new ColumnTypes() : undefined;
		const files: VerifiedFile[] = [];
		for await (const download of downloads) {
			const file = await verifyAndSave(finished, download, types);
			const first = files.find(({ rows }) => rows > 0);
			if (first && file.rows > 0) {
				expectSameColumns(first.columns.names, file.columns.names, file.job);
			}
			files.push(file);
		}
		return { files, types };
	});
	const [first] = files;
	if (files.every(({ rows }) => rows === 0)) hintAtNoRows(finished, first?.onlyLine);
	if (first) hintAtNumbersAsNames(item, settings.outputColumns, first.columns.names);
	if (first && settings.startAtRow > Math.max(first.rows, 1)) {
		throw new InputError(
			`Start at Row is ${settings.startAtRow}, but the bulk export has only ${first.rows} rows (job ${first.job.jobId})`,
			'Enter the row that the error of the failed batch names, and the job ID of the same error.',
		);
	}
	return await item.inTurn(async () => await passOn(finished, files, types));
}

/** Reads and saves a file. This finds everything that can be wrong with it, and the types of its columns. */
async function verifyAndSave(
	finished: FinishedExport,
	download: JobFile,
	types: Types,
): Promise<VerifiedFile> {
	const { job, isPacked } = download;
	const { binary, result } = await saveFile(finished.item, {
		content: verifiedBytes(finished, download, types),
		fileName: serviceName(job.fileName, job.jobId),
		mimeType: GZIP.mimeType,
	});
	return { job, saved: binary, isPacked, ...result };
}

type ReadTable = Pick<VerifiedFile, 'columns' | 'rows' | 'onlyLine'>;

/** The bytes of a file as they came, while its table is read. @returns what is in the table, once it is verified */
async function* verifiedBytes(
	finished: FinishedExport,
	download: JobFile,
	types: Types,
): AsyncGenerator<Uint8Array, ReadTable> {
	const { file, takeRead } = copyWhileRead(download);
	const jobTable = await openJobTable(finished, { ...file, job: download.job });
	const { table, columns } = jobTable;
	yield* takeRead();
	const learn = types?.converter(columns.names);
	for await (const rows of table.rows(columns)) {
		if (learn) for (const cells of rows) cells.forEach(learn);
		yield* takeRead();
	}
	await verifyWholeTable(finished, jobTable);
	yield* takeRead();
	return { columns, rows: table.rowCount, onlyLine: onlyLineOf(jobTable) };
}

interface Counts extends Record<string, number> {
	/** How many rows were passed on. */
	rows: number;
	/** How many batches they were passed on in. */
	batches: number;
	/** How many items the sub-workflow has returned. */
	results: number;
	/** How many of these have an error. */
	failedResults: number;
}

/** How far the rows of an item were passed on. */
interface Progress {
	counts: Counts;
	/** The first row that was not passed on yet. */
	next: JobToPassOn;
	/** The jobs of this item whose rows follow. */
	later: JobToPassOn[];
}

async function passOn(
	finished: FinishedExport,
	files: VerifiedFile[],
	types: Types,
): Promise<INodeExecutionData[]> {
	const { item, jobs, settings } = finished;
	const counts = { rows: 0, batches: 0, results: 0, failedResults: 0 };
	for (const [at, file] of files.entries()) {
		const { jobId } = file.job;
		const later = files.slice(at + 1).map(({ job }) => ({ jobId: job.jobId, row: 1 }));
		// Only the first file may begin at another row: an item with Start at Row has a single job.
		const next = { jobId, row: at === 0 ? settings.startAtRow : 1 };
		const progress: Progress = { counts, next, later };
		try {
			await passOnFile(finished, file, types, progress);
		} catch (error) {
			throw failureAt(finished, progress, error);
		}
		if (next.row <= file.rows) {
			const rows = counted(counts.rows, 'row');
			item.hint(`The Limit was reached after ${rows}. ${howToGoOn(settings, progress)}`);
			const rest = [next, ...later].map((job) => job.jobId);
			item.jobs.setPassedOn(rest, 'upToLimit');
			break;
		}
		item.jobs.setPassedOn([jobId], 'all');
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
	types: Types,
	progress: Progress,
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

/** The error for rows that were not all passed on. It says how far they came, and how to go on. */
function failureAt(
	{ item, jobs: ownJobs, settings }: FinishedExport,
	progress: Progress,
	error: unknown,
): LocalError {
	const { signal, jobs, itemIndex, isContinuing } = item;
	const { counts, next, later } = progress;
	const isStopped = signal.aborted;
	// With Continue, the rows of the other input items are still passed on.
	const isLast = isStopped || !isContinuing;
	const ofOthers = isLast ? jobs.toPassOnAfter(itemIndex) : [];
	const place = `batch ${counts.batches + 1} (from row ${next.row} of job ${next.jobId})`;
	const words = item.api.shown(asError(error).message);
	return new LocalError(
		isStopped ? `Stopped at ${place}` : `The sub-workflow failed at ${place}`,
		joinedTexts([
			isStopped ? 'A batch under way runs to its end.' : `It says: ${sentence(words)}`,
			`Passed on before: ${counted(counts.rows, 'row')}.`,
			howToGoOn(settings, { counts, next, later: [...later, ...ofOthers] }),
			'The failed batch is then sent again, so use Insert or Update in the sub-workflow. A retry or a new execution begins with the first row.',
		]),
		{
			data: { jobId: next.jobId, startAtRow: next.row, ...counts },
			namedJobIds: [...ownJobs, ...ofOthers].map(({ jobId }) => jobId),
		},
	);
}

function howToGoOn({ maxRows }: OutputSettings, { counts, next, later }: Progress): string {
	const left = maxRows - counts.rows;
	// After a Limit that was reached, the rows that follow may be as many again.
	const limit = left > 0 && left < Infinity ? `, but Limit ${left} in all for this item` : '';
	const then = later.length === 0 ? '' : `, and then with ${jobsWithRows(later)}`;
	return `To go on from there, use Bulk Export > Get Result within 24 hours, with the same Query Name, Output and Options${limit}, Job ID ${next.jobId} and Start at Row ${next.row}${then}.`;
}

/** "jobs a, b from row 1", or "job a from row 1 and job b from row 201". */
function jobsWithRows(jobs: JobToPassOn[]): string {
	const [first] = jobs;
	if (jobs.some(({ row }) => row !== first?.row)) {
		return listed(jobs.map(({ jobId, row }) => `job ${jobId} from row ${row}`));
	}
	const ids = jobs.map(({ jobId }) => jobId).join(', ');
	return `${jobs.length === 1 ? 'job' : 'jobs'} ${ids} from row ${first?.row}`;
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
