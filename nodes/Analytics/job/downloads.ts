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
import { BrokenOff, bulkFileError } from './jobErrors';

const MAX_DOWNLOADS = 3;
/** How long to wait for a file that is not there yet although its job is DONE, or for a service that is down. */
const MAX_LATE_MS = 2 * 60_000;

export interface FinishedJob {
	jobId: string;
	/** What the job is for. Undefined if its query or its days are not known. */
	request?: AnalyticsRequest;
	/** Undefined if the query is not known, or if its columns do not matter. */
	keysOfQuery?: KeysOfQuery | undefined;
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
 * @param read takes the files one after the other. What it returns counts only if it has read all of them to their ends,
 * or has left one at a Limit.
 * @throws an error that names the job
 */
export async function withJobFiles<T>(
	options: JobFilesOptions,
	read: (files: AsyncGenerator<JobFile>) => Promise<T>,
): Promise<T> {
	const { item, jobs } = options;
	const failures = new Map<string, number>();
	for (;;) {
		const reading: Reading = { unread: new Set(jobs), jobId: '' };
		const files = filesOf(options, reading);
		try {
			// If `read` fails, or has enough rows, it leaves a download open, which this closes.
			const result = await read(files).finally(async () => await files.return(undefined));
			if (reading.unread.size === 0) return result;
			throw new Error('A file was not read to its end, so nothing has shown that it is whole');
		} catch (error) {
			item.signal.throwIfAborted();
			const { jobId } = reading;
			const count = (failures.get(jobId) ?? 0) + 1;
			failures.set(jobId, count);
			if (count === MAX_DOWNLOADS || !mayHelpAgain(error)) {
				if (isWithoutFile(error)) item.progress.fetchable.delete(jobId);
				throw bulkFileError(error, jobId, item.api);
			}
			await cancellableSleep(backoffMs(count - 1), item.signal);
		}
	}
}

/** Whether it may help to download the file again. A text may be that of a proxy, or of a service that is down for a moment. */
function mayHelpAgain(error: unknown): boolean {
	return [BrokenOff, DamagedFile, TextInstead].some((kind) => error instanceof kind);
}

/** Whether Get Result would not find more: the file is gone, or it is a text. */
function isWithoutFile(error: unknown): boolean {
	const isGone = error instanceof ServiceError && [404, 410].includes(error.status ?? 0);
	return isGone || error instanceof TextInstead;
}

/** How far the files have been read. */
interface Reading {
	/** The jobs whose files are still needed: they were neither found whole, nor left. */
	unread: Set<FinishedJob>;
	/** The job whose file was taken last. */
	jobId: string;
}

/** Downloads the files of jobs, one after the other. */
async function* filesOf(options: JobFilesOptions, reading: Reading): AsyncGenerator<JobFile> {
	const { item } = options;
	const { unread } = reading;
	for (const job of unread) {
		const { jobId, record } = job;
		reading.jobId = jobId;
		if (record.ErrorMessage) {
			const quoted = sentence(item.api.client.quote(record.ErrorMessage));
			const message = `The job ${jobId} is done, but the service says: ${quoted} Check whether rows are missing.`;
			item.hint(message, { warning: true });
		}
		const download = await downloadOnceThere(options, jobId);
		const chunks = chunksOf(download);
		try {
			const file: BulkFile = await openFile(chunks, item.signal, async () => {
				await checkSize(options, { job, file, sentBytes: download.sentBytes });
				item.log(`Received the file of job ${jobId} (${file.bytesRead()} bytes)`);
				unread.delete(job);
			});
			yield { ...file, job, leave: () => unread.clear() };
		} finally {
			await chunks.return(undefined);
		}
	}
}

/**
 * A compressed file that is cut off between two of its parts has valid checksums, so only its size can tell. But what
 * `TotalBytesCompressed` counts is not documented: therefore a file that is as short twice is accepted, with a warning.
 */
async function checkSize(
	options: JobFilesOptions,
	{ job, file, sentBytes }: { job: FinishedJob; file: BulkFile; sentBytes: number | undefined },
): Promise<void> {
	const { jobId, record } = job;
	const { isPacked } = file;
	const expected = record.TotalBytesCompressed ?? 0;
	// n8n may have unpacked it on the way. Then the bytes that were sent count, unless it was sent as it is.
	const bytes = isPacked ? file.bytesRead() : sentBytes;
	const wasCompressed = isPacked || bytes !== file.bytesRead();
	if (!wasCompressed || bytes === undefined || bytes >= expected) return;
	const again = await downloadOnceThere(options, jobId);
	let readAgain = 0;
	for await (const chunk of chunksOf(again)) readAgain += chunk.length;
	const bytesAgain = isPacked ? readAgain : again.sentBytes;
	if (bytesAgain !== bytes) {
		const lengths = `It has ${bytes} bytes, and ${bytesAgain} when it is downloaded again`;
		throw new DamagedFile(`${lengths}. The service reports ${expected} bytes.`);
	}
	options.item.hint(
		`The file has ${bytes} bytes, but the service reports ${expected} (TotalBytesCompressed of job ${jobId}), so rows may be missing. It was downloaded twice, with the same size both times. Compare the number of rows with what you expect.`,
		{ warning: true },
	);
}

/** The bytes of a download, whose connection is freed at their end. @throws BrokenOff */
async function* chunksOf(download: Download): AsyncGenerator<Uint8Array> {
	try {
		yield* download.chunks;
	} catch (error) {
		const isFinal = !(error instanceof ServiceError) || error.isFinal;
		throw isFinal ? asError(error) : new BrokenOff(error);
	} finally {
		download.discard();
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
