import { cancellableSleep } from '../../../shared/async';
import { asError } from '../../../shared/errors';
import { inSeconds } from '../../../shared/http/body';
import { counted, shownText } from '../../../shared/shownText';
import { bulkFileError } from '../../bulkFile/bulkFileError';
import { type ColumnNames, decideColumnNames } from '../../bulkFile/columnNames';
import { openFile } from '../../bulkFile/openFile';
import { readRows } from '../../bulkFile/reader';
import { jobFailure } from '../../job/awaitJob';
import { MAX_RECORDS } from '../../transport/analyticsApi';
import type { Calls, QueryResult } from './calls';

/** Before each reading of the status. */
const FIRST_MS = 3_000;
const SECOND_MS = 37_000;
/** A status that stays so long although the file is whole is the last one. */
const LAST_MS = 80_000;
/** Before the file of a job that is done is tried again. */
const RETRY_MS = 15_000;

/** A job for the days of a query, in at most five calls (section 4.5). */
export class CheckedJob {
	/** The last one; empty if it could not be read. */
	status = '';
	isDone = false;
	/** The status stayed the same although the file was whole. */
	isLastStatus = false;
	error?: Error;
	file?: Awaited<ReturnType<typeof readFile>>;
	/** Why the file could not be read, though the job is done. */
	fileError?: Error;
	readonly evidence: string[] = [];
	#jobId = '';
	#startedAt = 0;

	constructor(
		private readonly calls: Calls,
		readonly query: QueryResult,
	) {}

	/** The file is read once the job is done, or after the second status: any may be the word for done. */
	async run(): Promise<void> {
		const { api, failure, limiters, queryName } = this.calls;
		try {
			const { jobId } = await api.startJob({ queryName, ...this.query.dates });
			this.#jobId = jobId;
			this.#startedAt = performance.now();
			this.evidence.push(jobId);
			await this.#readStatus(FIRST_MS);
			if (!this.isDone) await this.#readStatus(SECOND_MS);
			await this.#readFile();
			if (!this.isDone) {
				const { status } = this;
				await this.#readStatus(LAST_MS);
				this.isLastStatus = status !== '' && this.status === status;
			}
			while (this.isDone && !this.file && limiters.bulk.left > 0) await this.#readFile(RETRY_MS);
		} catch (error) {
			this.error = failure(error);
		}
	}

	/** @throws ServiceError if the job failed */
	async #readStatus(waitMs: number): Promise<void> {
		const { api, failure, signal } = this.calls;
		await cancellableSleep(waitMs, signal);
		const response = await api.job(this.#jobId, { repeat: 'never' }).catch(failure);
		const at = inSeconds(performance.now() - this.#startedAt);
		if (response instanceof Error) {
			// A new job may not be known yet.
			this.status = '';
			this.evidence.push(`${response.message} after ${at}`);
			return;
		}
		const { record, state } = response;
		const errors = `HasError ${record.HasError}, ErrorMessage ${shownText(record.ErrorMessage)}`;
		this.evidence.push(`${shownText(record.Status)} after ${at} (${errors})`);
		if (state === 'failed') throw await jobFailure(api, this.#jobId, record);
		this.isDone = state === 'done';
		this.status = record.Status;
	}

	async #readFile(waitMs = 0): Promise<void> {
		const { api, failure, signal } = this.calls;
		await cancellableSleep(waitMs, signal);
		const jobId = this.#jobId;
		const file = await readFile(this.calls, jobId, this.query).catch(failure);
		if (!(file instanceof Error)) {
			this.file = file;
			this.evidence.push(`${counted(file.count, 'row')} in its file`);
		} else if (this.isDone) {
			this.fileError = bulkFileError(file, { jobId, shown: (text) => api.shown(text) });
		}
	}
}

/** Reads a file to its end (section 2.5). @param query of the same dates */
async function readFile({ api, signal }: Calls, jobId: string, { error, records }: QueryResult) {
	const download = await api.download(jobId);
	try {
		const file = await openFile(download.chunks);
		let columns = { names: [], rowsToSkip: 0 } as ColumnNames | Error;
		const queryKeys = async () => (error ? undefined : Object.keys(records[0] ?? {}));
		const decideNames = async (head: string[][]): Promise<ColumnNames> => {
			const input = { mode: 'automatic', head, queryKeys, isOfSameDays: true } as const;
			columns = await decideColumnNames(input).catch(asError);
			if (!(columns instanceof Error)) return columns;
			// The rows can be counted without names.
			return { names: (head[1] ?? []).map((_, at) => `${at}`), rowsToSkip: 1 };
		};
		let count = 0;
		for await (const batch of readRows(file, { signal, decideNames, gives: 'cells' })) {
			count += batch.rows.length;
		}
		// As far as they can be compared: there may be none, and queries have a limit.
		const hasAllRows = count > 0 && count < MAX_RECORDS && count === records.length;
		return { ...file, columns, count, hasAllRows };
	} finally {
		await download.close();
	}
}
