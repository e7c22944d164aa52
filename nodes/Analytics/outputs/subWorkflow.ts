import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { asError, InputError, LocalError } from '../../shared/errors';
import { counted, joinedTexts, sentence } from '../../shared/text';
import { serviceName } from './fileNames';
import { type BulkFile, whileRead } from '../table/openFile';
import type { RowGroup } from '../table/table';
import { ColumnTypes } from '../table/columnTypes';
import { rowBuilder, type RowObject } from '../table/rowObjects';
import { type FinishedJob, type JobFile, withJobFiles } from '../job/downloads';
import type { JobOutput, OutputSettings } from '../context';
import { aboutJobs, expectSameColumns, hintAtNoRows, rowsOf } from './finishedJobs';
import { savedBytes, saveFile } from './saveFile';
import { executeSubWorkflow } from './subExecution';

/** A file that is known to be good, and kept in n8n's storage to be read again. */
interface VerifiedFile {
	job: FinishedJob;
	saved: IBinaryData;
	isPacked: boolean;
	columns: string[];
	rows: number;
}

type Types = ColumnTypes | undefined;

/** Files are kept and read twice, so that nothing is passed on before those of the item are known to be good. */
export async function rowsForSubWorkflow(
	output: JobOutput,
): Promise<() => Promise<INodeExecutionData[]>> {
	const { item, settings } = output;
	const { files, types } = await withJobFiles(output, async (downloads) => {
		const types = settings.convertTypes ? new ColumnTypes() : undefined;
		const files: VerifiedFile[] = [];
		for await (const download of downloads) {
			const file = await verified(output, download, types);
			const first = files.find(({ rows }) => rows > 0);
			if (first && file.rows > 0) expectSameColumns(first.columns, file.columns, file.job);
			files.push(file);
		}
		return { files, types };
	});
	if (files.every(({ rows }) => rows === 0)) hintAtNoRows(item);
	const [first] = files;
	if (first && settings.startAtRow > Math.max(first.rows, 1)) {
		throw new InputError(
			`Start at Row is ${settings.startAtRow}, but the bulk export has only ${first.rows} rows (job ${first.job.jobId})`,
			'Enter the row that the error of the failed batch names, and the job ID of the same error.',
		);
	}
	return async () => await passOn(output, files, types);
}

/** Finds all that can be wrong with a file, and learns the types of its columns. */
async function verified(output: JobOutput, file: JobFile, types: Types): Promise<VerifiedFile> {
	const { job, isPacked, toStream } = file;
	const found = { columns: [] as string[], rows: 0 };
	async function* learned(read: BulkFile): AsyncGenerator<void> {
		let learn: ReturnType<ColumnTypes['converter']> | undefined;
		for await (const { columns, rows } of rowsOf(output, { ...read, job })) {
			found.columns = columns.names;
			found.rows += rows.length;
			learn ??= types?.converter(columns.names);
			if (learn) for (const cells of rows) cells.forEach(learn);
			yield;
		}
	}
	const saved = await saveFile(output.item, {
		toStream,
		content: whileRead(file, learned),
		fileName: serviceName(job.fileName, job.jobId),
		mimeType: 'application/gzip',
	});
	return { job, saved, isPacked, ...found };
}

interface Progress {
	/** Results are the items that the sub-workflow returned. */
	counts: { rows: number; batches: number; results: number };
	/** Of the file that is passed on, and of those that follow. */
	jobIds: string[];
	/** The first one that was not passed on, counted from 1. */
	row: number;
}

async function passOn(output: JobOutput, files: VerifiedFile[], types: Types) {
	const { item, jobs, settings } = output;
	const { workflowId, rowsPerBatch: size, maxRows, startAtRow } = settings;
	const counts = { rows: 0, batches: 0, results: 0 };
	const progress: Progress = { counts, jobIds: jobs.map(({ jobId }) => jobId), row: startAtRow };
	for (const { job, saved, isPacked, columns, rows: fileRows } of files) {
		const toRow = rowBuilder(columns, types?.converter(columns));
		const file = { chunks: savedBytes(item, saved), isPacked, bytesRead: () => 0, job };
		const wanted = { from: progress.row, limit: maxRows - counts.rows, size, toRow };
		try {
			for await (const rows of batchesOf(rowsOf(output, file), wanted)) {
				const returned = await executeSubWorkflow(item, { workflowId, rows });
				counts.rows += rows.length;
				counts.batches += 1;
				counts.results += returned.length;
				progress.row += rows.length;
			}
		} catch (error) {
			throw failureAt(output, progress, error);
		}
		if (progress.row <= fileRows) {
			const rows = counted(counts.rows, 'row');
			item.hint(`The Limit was reached after ${rows}. ${howToGoOn(settings, progress)}`);
			break;
		}
		progress.jobIds.shift();
		progress.row = 1;
	}
	return [{ json: { ...aboutJobs(jobs), ...counts }, pairedItem: { item: item.itemIndex } }];
}

function failureAt({ api, item, settings }: JobOutput, progress: Progress, error: unknown) {
	const { signal, jobs, itemIndex, isContinuing } = item;
	const { counts, jobIds, row } = progress;
	const [jobId = ''] = jobIds;
	const isStopped = signal.aborted;
	// With Continue, the rows of the other input items are still passed on.
	const isLast = isStopped || !isContinuing;
	const others = isLast ? jobs.toPassOn.slice(itemIndex + 1).flat() : [];
	const place = `batch ${counts.batches + 1} (from row ${row} of job ${jobId})`;
	const words = api.shown(asError(error).message);
	return new LocalError(
		isStopped ? `Stopped at ${place}` : `The sub-workflow failed at ${place}`,
		joinedTexts([
			isStopped ? 'A batch under way runs to its end.' : `It says: ${sentence(words)}`,
			`Passed on before: ${counted(counts.rows, 'row')}.`,
			howToGoOn(settings, { ...progress, jobIds: [...jobIds, ...others] }),
			'The failed batch is then sent again, so use Insert or Update in the sub-workflow. A retry or a new execution begins with the first row.',
		]),
		{ jobId, startAtRow: row, ...counts },
	);
}

function howToGoOn({ maxRows }: OutputSettings, { counts, jobIds, row }: Progress): string {
	const [jobId, ...later] = jobIds;
	const left = maxRows - counts.rows;
	// A Limit that is used up counts anew for the rows that follow.
	const limit = left > 0 && left < Infinity ? `, but Limit ${left} in all for this item` : '';
	const jobs = `${later.length === 1 ? 'job' : 'jobs'} ${later.join(', ')}`;
	const then = later.length === 0 ? '' : `, and then with ${jobs} from row 1`;
	return `To go on from there, use Bulk Export > Get Result within 24 hours, with the same Query Name, Output and Options${limit}, Job ID ${jobId} and Start at Row ${row}${then}.`;
}

type Wanted = { from: number; limit: number; size: number; toRow(cells: string[]): RowObject };

/** Rows become objects as they come: a batch of cells beside one of objects took half as much memory again. */
async function* batchesOf(source: AsyncIterable<RowGroup>, { from, limit, size, toRow }: Wanted) {
	let skip = from - 1;
	let left = limit;
	let ready: RowObject[] = [];
	for await (const { rows } of source) {
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
