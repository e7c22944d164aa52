import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { asError, InputError, LocalError } from '../../shared/errors';
import { joinedTexts, sentence } from '../../shared/shownText';
import { serviceName } from '../bulkFile/fileNames';
import { expectSameColumns } from '../bulkFile/outputColumns';
import type { Batch } from '../bulkFile/reader';
import { ColumnTypes } from '../csv/columnTypes';
import { rowBuilder, type RowObject } from '../csv/rowObjects';
import { type JobFile, withJobFiles } from '../job/jobFiles';
import type { OutputContext, RowsToPassOn, SubWorkflowSettings } from './context';
import { compressed } from './gzipFile';
import { aboutJobs, type FinishedJob, type JobsOf, labelOf, NO_ROWS, rowsOf } from './finishedJobs';
import { saveFile, savedBytes } from './saveFile';
import { executeSubWorkflow, lostColumnsWarning } from './subExecution';

/** A file that is known to be good, and kept in n8n's storage to be read again. */
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
export async function rowsForSubWorkflow(
	context: OutputContext,
	{ api, jobs, settings }: JobsOf<SubWorkflowSettings>,
): Promise<RowsToPassOn> {
	const { files, types } = await withJobFiles({ ...context, api, jobs }, async (open) => {
		const types = settings.convertTypes ? new ColumnTypes() : undefined;
		const files: VerifiedFile[] = [];
		for await (const file of open) {
			const next = await verified(context, file, { settings, types });
			const first = files.find(({ rows }) => rows > 0);
			if (first && next.rows > 0) expectSameColumns(first.columns, next.columns, labelOf(next.job));
			files.push(next);
		}
		return { files, types };
	});
	if (files.every(({ rows }) => rows === 0)) context.hint(NO_ROWS);
	const [first] = files;
	if (first && settings.startAtRow > Math.max(first.rows, 1)) {
		throw new InputError(
			`Start at Row is ${settings.startAtRow}, but the bulk export has only ${first.rows} rows (job ${first.job.jobId})`,
			'Enter the row that the error of the failed batch names, and the job ID of the same error.',
		);
	}
	context.jobs.toPassOn[context.itemIndex] = jobs.map(({ jobId }) => jobId);
	const shown = (text: string) => api.shown(text);
	return new SubWorkflowRows(context, { files, settings, types, shown });
}

type Reading = { settings: SubWorkflowSettings; types: ColumnTypes | undefined };

/** Finds all that can be wrong with a file, and learns the types of its columns. */
async function verified(
	context: OutputContext,
	file: JobFile<FinishedJob>,
	{ settings, types }: Reading,
): Promise<VerifiedFile> {
	const found = { columns: [] as string[], rows: 0 };
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
		for await (const { columns, rows } of rowsOf(context, tapped, { settings, gives: 'cells' })) {
			found.columns = columns.names;
			found.rows += rows.length;
			learn ??= types?.converter(columns.names);
			if (learn) for (const cells of rows) cells.forEach(learn);
			yield* read.splice(0);
		}
		yield* read;
	}
	const saved = await saveFile(context, {
		content: file.isPacked ? checked() : compressed(checked()),
		toStream: file.toStream,
		fileName: serviceName(file.job.fileName, file.job.jobId),
		mimeType: 'application/gzip',
	});
	return { job: file.job, saved, ...found };
}

interface Passing extends Reading {
	files: VerifiedFile[];
	shown(text: string): string;
}

/** Passes rows on in batches, and knows at each moment where to go on after a failure. */
class SubWorkflowRows implements RowsToPassOn {
	/** Results are the items that the sub-workflow returned. */
	readonly #counts = { rows: 0, batches: 0, results: 0 };
	readonly #context: OutputContext;
	readonly #passing: Passing;
	/** The first one that was not passed on, counted from 1. */
	#row: number;

	constructor(context: OutputContext, passing: Passing) {
		this.#context = context;
		this.#passing = passing;
		this.#row = passing.settings.startAtRow;
	}

	async passOn(): Promise<INodeExecutionData[]> {
		const { files } = this.#passing;
		for (const [at, file] of files.entries()) {
			const later = files.slice(at + 1).map(({ job }) => job.jobId);
			try {
				await this.#passOnFile(file);
			} catch (error) {
				throw this.#failure(error, file.job, later);
			}
			if (this.#row <= file.rows) {
				const { rows } = this.#counts;
				const advice = this.#howToGoOn(file.job, later);
				this.#context.hint(`Only ${rows} rows were passed on (Limit). ${advice}`);
				break;
			}
			this.#row = 1;
		}
		const json = { ...aboutJobs(files.map(({ job }) => job)), ...this.#counts };
		return [{ json, pairedItem: { item: this.#context.itemIndex } }];
	}

	async #passOnFile({ job, saved, columns }: VerifiedFile): Promise<void> {
		const { settings, types } = this.#passing;
		const { workflowId, rowsPerBatch: size } = settings;
		const counts = this.#counts;
		const toRow = rowBuilder(columns, types?.converter(columns));
		const file = { chunks: savedBytes(this.#context, saved), isPacked: true, isEmpty: false, job };
		const source = rowsOf(this.#context, file, { settings, gives: 'cells' });
		const wanted = { from: this.#row, limit: this.#left(), size, toRow };
		for await (const rows of batchesOf(source, wanted)) {
			const returned = await executeSubWorkflow(this.#context, { workflowId, rows });
			if (counts.batches === 0) {
				const warning = lostColumnsWarning(rows, returned, columns);
				if (warning !== undefined) this.#context.warn(warning);
			}
			counts.rows += rows.length;
			counts.batches += 1;
			counts.results += returned.length;
			this.#row += rows.length;
		}
	}

	#left(): number {
		return (this.#passing.settings.maxRows ?? Infinity) - this.#counts.rows;
	}

	#failure(error: unknown, job: FinishedJob, later: string[]): LocalError {
		const { n8n, signal, jobs, itemIndex } = this.#context;
		const { rows, batches } = this.#counts;
		const isStopped = signal.aborted;
		// With Continue, the rows of the other input items are still passed on.
		const isLast = isStopped || !n8n.continueOnFail();
		const others = isLast ? jobs.toPassOn.slice(itemIndex + 1).flat() : [];
		const place = `batch ${batches + 1} (from row ${this.#row} of job ${job.jobId})`;
		const words = this.#passing.shown(asError(error).message);
		return new LocalError(
			isStopped ? `Stopped at ${place}` : `The sub-workflow failed at ${place}`,
			joinedTexts([
				isStopped ? 'A batch under way runs to its end.' : `It says: ${sentence(words)}`,
				`${rows} rows in ${batches} batches were passed on before.`,
				this.#howToGoOn(job, [...later, ...others]),
				'The failed batch is then sent again, so use Insert or Update in the sub-workflow. A retry or a new execution begins with the first row.',
			]),
			{ jobId: job.jobId, startAtRow: this.#row, ...this.#counts },
		);
	}

	#howToGoOn({ jobId }: FinishedJob, later: string[]): string {
		const left = this.#left();
		// A Limit that is used up counts anew for the rows that follow.
		const limit = left > 0 && left < Infinity ? `, but Limit ${left} for this item` : '';
		const then = later.length === 0 ? '' : `, and then with ${jobsText(later)} from row 1`;
		return `To go on from there, use Bulk Export > Get Result within 24 hours, with the same Query Name, Output and Options${limit}, Job ID ${jobId} and Start at Row ${this.#row}${then}.`;
	}
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

function jobsText(jobIds: readonly string[]): string {
	return `${jobIds.length === 1 ? 'job' : 'jobs'} ${jobIds.join(', ')}`;
}
