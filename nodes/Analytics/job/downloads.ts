import { cancellableSleep } from '../../shared/abort';
import { asError, ServiceError } from '../../shared/errors';
import type { Download } from '../../shared/http/client';
import { backoffMs, retryDecision } from '../../shared/http/retry';
import { sentence } from '../../shared/text';
import type { KeysOfQuery } from '../table/columnNames';
import { DamagedFile, TextInstead } from '../table/fileErrors';
import { type BulkFile, openFile } from '../table/openFile';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { JobRecord } from '../api/schemas';
import type { ItemToRun } from '../context';
import { bulkFileError } from './jobErrors';

const MAX_DOWNLOADS = 3;
/** How long to wait for a file that is not there yet although its job is DONE, or for a service that is down. */
const MAX_LATE_MS = 2 * 60_000;

export interface FinishedJob {
	jobId: string;
	fileName: string;
	/** What the job is for. Undefined if its query or its days are not known. */
	request?: AnalyticsRequest;
	/** The columns of the query. Undefined if the query is not known, or if its columns do not matter. */
	keys?: KeysOfQuery | undefined;
	/** The record that says that the job is done. */
	record: JobRecord;
}

export interface JobFile extends BulkFile {
	job: FinishedJob;
	/** For a Limit: neither the rest of this file is needed, nor the files after it. This is the last one then. */
	leave(): void;
}

interface JobFilesOptions {
	item: Pick<ItemToRun, 'api' | 'signal' | 'hint' | 'log' | 'progress'>;
	jobs: readonly FinishedJob[];
	/** How long the download of a file may take, in milliseconds. */
	maxDownloadMs?: number | undefined;
}

/**
 * Downloads the files of jobs (section 4.4), and lets `read` read them. If a download breaks off, or if a file
 * is damaged, `read` is called again with all files from the first one, so it must not pass anything on before it
 * returns.
 * @param read reads each file to its end before it takes the next one, and lets it be confirmed. What it returns counts
 * only if it has done so with all files, or has left one at a Limit.
 * @throws an error that names the job
 */
export async function withJobFiles<T>(
	options: JobFilesOptions,
	read: (files: AsyncGenerator<JobFile>) => Promise<T>,
): Promise<T> {
	const { item } = options;
	const counts = new Map<string, number>();
	for (;;) {
		const downloads = new Downloads(options);
		const files = downloads.files();
		try {
			// If `read` fails, or has enough rows, it leaves a download open, which this closes.
			const result = await read(files).finally(async () => await files.return(undefined));
			if (downloads.unread.size > 0) throw new Error(NOT_READ);
			return result;
		} catch (error) {
			item.signal.throwIfAborted();
			const { jobId, isBrokenOff } = downloads;
			const count = (counts.get(jobId) ?? 0) + 1;
			counts.set(jobId, count);
			// A text may be that of a proxy, or of a service that is down for a moment. If `read` failed for another reason,
			// fetching the file again would not help.
			const isDamaged = error instanceof DamagedFile || error instanceof TextInstead;
			const mayRetry = isBrokenOff || isDamaged;
			if (!mayRetry || count === MAX_DOWNLOADS) {
				if (isWithoutFile(error)) item.progress.fetchable.delete(jobId);
				throw bulkFileError(error, jobId, item.api);
			}
			await cancellableSleep(backoffMs(count - 1), item.signal);
		}
	}
}

/** Whether Get Result would not find more: the file is gone, or it is a text. */
function isWithoutFile(error: unknown): boolean {
	const isGone = error instanceof ServiceError && [404, 410].includes(error.status ?? 0);
	return isGone || error instanceof TextInstead;
}

const NOT_READ = 'The file was not read to its end, so nothing has shown that it is whole';

/** Downloads the files of jobs, one after the other, and knows where it has ended if one of them fails. */
class Downloads {
	readonly #options: JobFilesOptions;
	/** The jobs whose files are needed, and were not read to their ends yet. */
	readonly unread: Set<FinishedJob>;
	/** The job whose file was read last. */
	jobId = '';
	/** Whether that download broke off in a way that may not happen again. */
	isBrokenOff = false;
	/** How many bytes the last response has said that it sends. */
	#sentBytes: number | undefined;

	constructor(options: JobFilesOptions) {
		this.#options = options;
		this.unread = new Set(options.jobs);
	}

	async *files(): AsyncGenerator<JobFile> {
		const { item } = this.#options;
		for (const job of this.unread) {
			this.jobId = job.jobId;
			const said = job.record.ErrorMessage;
			if (said) {
				const quoted = sentence(item.api.client.quote(said));
				const message = `The job ${job.jobId} is done, but the service says: ${quoted} Check whether rows are missing.`;
				item.hint(message, { warning: true });
			}
			const chunks = this.#chunks();
			try {
				const file = await openFile(chunks);
				const confirm = async (): Promise<void> => {
					await this.#checkSize(file, job);
					item.log(`Received the file of job ${job.jobId} (${file.bytesRead()} bytes)`);
					this.unread.delete(job);
				};
				yield { ...file, job, confirm, leave: () => this.unread.clear() };
				if (this.unread.has(job)) throw new Error(NOT_READ);
			} finally {
				await chunks.return(undefined);
			}
		}
	}

	/**
	 * A compressed file that is cut off between two of its parts has valid checksums, so only its size can tell. But what
	 * `TotalBytesCompressed` counts is not documented: therefore a file that is as short twice is accepted, with a warning.
	 */
	async #checkSize(
		{ isPacked, bytesRead }: BulkFile,
		{ jobId, record }: FinishedJob,
	): Promise<void> {
		const expected = record.TotalBytesCompressed ?? 0;
		// n8n may have unpacked it on the way. Then the bytes that were sent count, unless it was sent as it is.
		const bytes = isPacked ? bytesRead() : this.#sentBytes;
		const wasCompressed = isPacked || bytes !== bytesRead();
		if (!wasCompressed || bytes === undefined || bytes >= expected) return;
		let readAgain = 0;
		for await (const chunk of this.#chunks()) readAgain += chunk.length;
		const bytesAgain = isPacked ? readAgain : this.#sentBytes;
		if (bytesAgain !== bytes) {
			const lengths = `It has ${bytes} bytes, and ${bytesAgain} when it is downloaded again`;
			throw new DamagedFile(`${lengths}. The service reports ${expected} bytes.`);
		}
		this.#options.item.hint(
			`The file has ${bytes} bytes, but the service reports ${expected} (TotalBytesCompressed of job ${jobId}), so rows may be missing. It was downloaded twice, with the same size both times. Compare the number of rows with what you expect.`,
			{ warning: true },
		);
	}

	/** Downloads the file of the current job. */
	async *#chunks(): AsyncGenerator<Uint8Array> {
		const download = await downloadOnceThere(this.#options, this.jobId);
		this.#sentBytes = download.sentBytes;
		try {
			yield* download.chunks;
		} catch (error) {
			this.isBrokenOff = !(error instanceof ServiceError && error.isFinal);
			throw asError(error);
		} finally {
			download.discard();
		}
	}
}

/** Begins a download. Right after its job is DONE, the file may not be there yet, and the service may be down for a moment. */
async function downloadOnceThere(
	{ item, maxDownloadMs }: JobFilesOptions,
	jobId: string,
): Promise<Download> {
	let giveUpAt: number | undefined;
	for (let tries = 1; ; tries += 1) {
		try {
			return await item.api.download(jobId, maxDownloadMs);
		} catch (error) {
			const wait = backoffMs(tries);
			// The first call may have waited for its turn for long, so the time counts from its response.
			giveUpAt ??= performance.now() + MAX_LATE_MS;
			if (!mayPass(error) || performance.now() + wait > giveUpAt) throw asError(error);
			await cancellableSleep(wait, item.signal);
		}
	}
}

function mayPass(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const isLate = [202, 404].includes(error.status ?? 0) && !error.isFinal;
	return isLate || retryDecision(error, 'always') === 'again';
}
