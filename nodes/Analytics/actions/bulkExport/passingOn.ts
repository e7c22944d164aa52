import { asError, LocalError } from '../../../shared/errors';
import type { Batch } from '../../bulkFile/fileToBatches';
import type { ItemContext } from '../itemContext';

export interface PassingOnOptions {
	item: ItemContext;
	workflowId: string;
	/** All jobs whose rows are to be passed on, in their order. */
	jobIds: string[];
	/** Jobs whose rows were passed on whole, for this input item or others before it. */
	passedOn: readonly string[];
	/** What was passed on by a try before this one. */
	counts: Counts;
	/** Makes what a workflow said fit for an error message. */
	shown(text: string): string;
	/** Called if a batch fails. */
	onFailure(place: Place, counts: Counts): void;
}

export interface Counts {
	rows: number;
	batches: number;
	/** Items that the sub-workflow returned. */
	results: number;
}

/** Where the rows go on that were not passed on. */
export interface Place {
	jobId: string;
	/** Counted from 1. */
	row: number;
}

/** Passes batches on to a sub-workflow, one after the other, and knows how to go on if one fails. */
export class PassingOn {
	readonly #options: PassingOnOptions;
	readonly counts: Counts;

	constructor(options: PassingOnOptions) {
		this.#options = options;
		this.counts = { ...options.counts };
	}

	/**
	 * @param startAtRow of the first batch
	 * @throws LocalError that says how many rows were passed on, and how to go on
	 */
	async all(jobId: string, batches: AsyncIterable<Batch>, startAtRow: number): Promise<void> {
		const place = { jobId, row: startAtRow };
		try {
			for await (const batch of batches) {
				await this.#pass(jobId, batch);
				place.row += batch.rows.length;
			}
		} catch (error) {
			if (error instanceof LocalError) throw asError(error);
			const message = `n8n could not read the file of the bulk export again (job ${jobId})`;
			throw this.#failure(message, asError(error).message, place);
		}
	}

	/** For Max Rows. */
	hintThatItIsCut(jobId: string, row: number): void {
		this.#options.item.hint(
			`Only ${this.counts.rows} rows were passed on (Options > Max Rows). ${this.#goOn({ jobId, row })}`,
		);
	}

	async #pass(jobId: string, { firstRow, rows }: Batch): Promise<void> {
		const { item, workflowId, shown } = this.#options;
		const place = { jobId, row: firstRow };
		const of = `batch ${this.counts.batches + 1} (rows ${firstRow} to ${firstRow + rows.length - 1} of job ${jobId})`;
		try {
			const { results } = await orAborted(item.signal, async () => {
				return await item.subExecution({ workflowId, rows });
			});
			this.counts.rows += rows.length;
			this.counts.batches += 1;
			this.counts.results += results;
		} catch (error) {
			if (item.signal.aborted) {
				throw this.#failure(`Stopped at ${of}`, 'A batch under way runs to its end.', place);
			}
			const said = `It says: ${shown(messageOf(error))}${adviceOn(messageOf(error))}`;
			throw this.#failure(`The sub-workflow failed at ${of}`, said, place);
		}
	}

	#failure(message: string, cause: string, place: Place): LocalError {
		const { rows, batches, results } = this.counts;
		const { jobId, row } = place;
		this.#options.onFailure(place, this.counts);
		const sentences = [
			cause.replace(/([^.!?…])$/, '$1.'),
			`${rows} rows were passed on before, in ${batches} batches; of this one, some may have been worked on.`,
			this.#goOn(place),
			'Retry does so as well; a new execution begins anew.',
		];
		const data = { jobId, startAtRow: row, rows, batches, results };
		return new LocalError(message, sentences.join(' '), data);
	}

	#goOn({ jobId, row }: Place): string {
		const { jobIds, passedOn } = this.#options;
		const later = jobIds.slice(jobIds.indexOf(jobId) + 1);
		const then = later.length === 0 ? '' : `, and then with ${jobsText(later)} from row 1`;
		const done = passedOn.length === 0 ? '' : ` All rows of ${jobsText(passedOn)} were passed on.`;
		return `To go on from there, use Bulk Export > Get Result within 24 hours, with the same Output and Options, Job ID ${jobId} and Start at Row ${row}${then}.${done}`;
	}
}

function jobsText(jobIds: readonly string[]): string {
	return `${jobIds.length === 1 ? 'job' : 'jobs'} ${jobIds.join(', ')}`;
}

/** What n8n passes on of a failed execution is not an error in all of its versions. */
function messageOf(error: unknown): string {
	const { message } = error as { message?: unknown };
	return typeof message === 'string' ? message : String(error);
}

/** n8n's own words do not say what to do. */
function adviceOn(message: string): string {
	return /is not active/.test(message) ? ' Publish it: the draft only runs by the editor.' : '';
}

/** Rejects at once when the signal fires, whatever n8n is waiting for. */
async function orAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	signal.throwIfAborted();
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal.reason as Error);
		signal.addEventListener('abort', onAbort, { once: true });
	});
	try {
		return await Promise.race([work(), aborted]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}
