import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { asError, InputError, LocalError } from '../../shared/errors';
import { joinedTexts } from '../../shared/shownText';
import type { OutputSettings } from '../actions/fields/output';
import type { Item } from '../actions/item';
import { serviceName } from '../bulkFile/fileNames';
import { expectSameColumns } from '../bulkFile/outputColumns';
import type { Batch } from '../bulkFile/reader';
import { ColumnTypes } from '../csv/columnTypes';
import { rowBuilder, type RowObject } from '../csv/rowObjects';
import { type JobFile, withJobFiles } from '../job/jobFiles';
import { compressed } from './gzipFile';
import { aboutJobs, type FinishedJob, type JobsOf, labelOf, NO_ROWS, rowsOf } from './finishedJobs';
import { saveFile, savedBytes } from './saveFile';
import { executeSubWorkflow, expectAllColumns } from './subExecution';

type Settings = Extract<OutputSettings, { workflowId: string }>;

interface VerifiedFile {
	job: FinishedJob;
	saved: IBinaryData;
	columns: string[];
	rows: number;
}

/**
 * Each file is kept in n8n's storage and read twice, so that nothing is passed on before those of
 * all input items are known to be good.
 */
export async function toSubWorkflow(
	item: Item,
	{ api, jobs, settings }: JobsOf<Settings>,
): Promise<() => Promise<INodeExecutionData[]>> {
	const { files, types } = await withJobFiles({ ...item, api, jobs }, async (open) => {
		const types = settings.convertTypes ? new ColumnTypes() : undefined;
		const files: VerifiedFile[] = [];
		for await (const file of open) {
			const next = await verified(item, file, { settings, types });
			const first = files.find(({ rows }) => rows > 0);
			if (first && next.rows > 0) expectSameColumns(first.columns, next.columns, labelOf(next.job));
			files.push(next);
		}
		return { files, types };
	});
	if (files.every(({ rows }) => rows === 0)) item.hint(NO_ROWS);
	const [{ job, rows } = { job: undefined, rows: 0 }] = files;
	if (job && settings.startAtRow > Math.max(rows, 1)) {
		throw new InputError(
			`Start at Row is ${settings.startAtRow}, but the bulk export has only ${rows} rows (job ${job.jobId})`,
			'Enter the row that the error of the failed batch names, and the job ID of the same error.',
		);
	}
	item.run.toPassOn[item.itemIndex] = jobs.map(({ jobId }) => jobId);
	return async () => {
		const counts = await passOn(item, files, { settings, types, shown: (text) => api.shown(text) });
		return [{ json: { ...aboutJobs(jobs), ...counts }, pairedItem: { item: item.itemIndex } }];
	};
}

/** Finds all that can be wrong with a file, and learns the types of its columns. */
async function verified(
	item: Item,
	file: JobFile<FinishedJob>,
	{ settings, types }: { settings: Settings; types: ColumnTypes | undefined },
): Promise<VerifiedFile> {
	let columns: string[] = [];
	let rows = 0;
	const read: Uint8Array[] = [];
	async function* chunks(): AsyncGenerator<Uint8Array> {
		for await (const chunk of file.chunks) {
			read.push(chunk);
			yield chunk;
		}
	}
	async function* checked(): AsyncGenerator<Uint8Array> {
		let learn: ReturnType<ColumnTypes['converter']> | undefined;
		const tapped = { ...file, chunks: chunks() };
		for await (const batch of rowsOf(item, tapped, { settings, gives: 'cells' })) {
			columns = batch.columns.names;
			learn ??= types?.converter(columns);
			rows += batch.rows.length;
			if (learn) for (const cells of batch.rows) cells.forEach(learn);
			yield* read.splice(0);
		}
		yield* read;
	}
	const saved = await saveFile(item, {
		content: file.isPacked ? checked() : compressed(checked()),
		toStream: file.toStream,
		fileName: serviceName(file.job.fileName, file.job.jobId),
		mimeType: 'application/gzip',
	});
	return { job: file.job, saved, columns, rows };
}

interface Passing {
	settings: Settings;
	types: ColumnTypes | undefined;
	shown(text: string): string;
}

/** Results are the items that the sub-workflow returned. */
type Counts = Record<'rows' | 'batches' | 'results', number>;

async function passOn(item: Item, files: VerifiedFile[], passing: Passing): Promise<Counts> {
	const { settings, types, shown } = passing;
	const { workflowId, rowsPerBatch, maxRows = Infinity } = settings;
	const { n8n, passedOn, toPassOn } = item.run;
	const counts = { rows: 0, batches: 0, results: 0 };
	let row = settings.startAtRow;
	for (const [at, { job, saved, columns, rows }] of files.entries()) {
		const later = files.slice(at + 1).map((file) => file.job.jobId);
		const left = () => maxRows - counts.rows;
		const place = () => ({ jobId: job.jobId, row, later, passedOn, left: left() });
		const toRow = rowBuilder(columns, types?.converter(columns));
		const file = { chunks: savedBytes(item, saved), isPacked: true, isEmpty: false, job };
		const cells = rowsOf(item, file, { settings, gives: 'cells' });
		try {
			const wanted = { from: row, limit: left(), size: rowsPerBatch, toRow };
			for await (const objects of batchesOf(cells, wanted)) {
				const executed = await executeSubWorkflow(item, { workflowId, rows: objects });
				if (counts.batches === 0) expectAllColumns(objects, executed, columns);
				counts.rows += objects.length;
				counts.batches += 1;
				counts.results += executed.length;
				row += objects.length;
			}
		} catch (error) {
			const isStopped = item.signal.aborted;
			// With Continue, the other items follow all the same.
			const isLast = isStopped || !n8n.continueOnFail();
			if (isLast) later.push(...toPassOn.slice(item.itemIndex + 1).flat());
			throw batchFailure(error, { counts, place: place(), isStopped, shown });
		}
		if (row <= rows) {
			item.hint(`Only ${counts.rows} rows were passed on (Limit). ${howToGoOn(place())}`);
			return counts;
		}
		passedOn.push(job.jobId);
		row = 1;
	}
	return counts;
}

type Wanted = { from: number; limit: number; size: number; toRow(cells: string[]): RowObject };

/** Rows become objects as they come: a batch of cells beside one of objects took half as much memory again. */
async function* batchesOf(
	source: AsyncIterable<Batch>,
	{ from, limit, size, toRow }: Wanted,
): AsyncGenerator<RowObject[]> {
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

/** Where to go on: `row` is the first that was not passed on, counted from 1. */
type Place = { jobId: string; row: number; later: string[]; passedOn: string[]; left: number };

function batchFailure(
	error: unknown,
	about: { counts: Counts; place: Place; isStopped: boolean; shown: Passing['shown'] },
): LocalError {
	const { counts, place, isStopped, shown } = about;
	const { rows, batches } = counts;
	const { jobId, row } = place;
	const at = `batch ${batches + 1} (from row ${row} of job ${jobId})`;
	const cause = isStopped
		? 'A batch under way runs to its end.'
		: `It says: ${shown(asError(error).message).replace(/([^.!?…])$/, '$1.')}`;
	const advice = error instanceof InputError ? error.description : '';
	return new LocalError(
		isStopped ? `Stopped at ${at}` : `The sub-workflow failed at ${at}`,
		joinedTexts([
			cause,
			advice,
			`${rows} rows in ${batches} batches were passed on before.`,
			howToGoOn(place),
			'The failed batch is then sent again, so use Insert or Update in the sub-workflow. A retry or a new execution begins with the first row.',
		]),
		{ jobId, startAtRow: row, ...counts },
	);
}

function howToGoOn({ jobId, row, later, passedOn, left }: Place): string {
	// One that is used up holds anew for the rows that follow.
	const limit = left > 0 && left < Infinity ? ` but Limit ${left} for this item,` : '';
	const then = later.length === 0 ? '' : `, and then with ${jobsText(later)} from row 1`;
	const done = passedOn.length === 0 ? '' : ` All rows of ${jobsText(passedOn)} were passed on.`;
	return `To go on from there, use Bulk Export > Get Result within 24 hours, with the same Output and Options,${limit} the query of the job in Options > Query Name, Job ID ${jobId} and Start at Row ${row}${then}.${done}`;
}

function jobsText(jobIds: readonly string[]): string {
	return `${jobIds.length === 1 ? 'job' : 'jobs'} ${jobIds.join(', ')}`;
}
