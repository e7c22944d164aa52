import { cancellableSleep } from '../../../../shared/async';
import { inSeconds } from '../../../../shared/http/body';
import { shownText } from '../../../../shared/shownText';
import { bulkFileError } from '../../../bulkFile/bulkFileError';
import { jobFailure } from '../../../job/awaitJob';
import { type Finding, findingOf, type QueryResult, type Session } from '../session';
import { type JobFile, readFile } from './file';

/** Before each reading of the status. */
const FIRST_MS = 3_000;
const SECOND_MS = 37_000;
/** A status that stays so long although the file is whole is the last one. */
const LAST_MS = 80_000;
/** Before the file of a job that is done is tried again. */
const RETRY_MS = 15_000;

/** What came of a job. */
export interface JobResult extends JobFile {
	/** Its last status; empty if it could not be read. */
	status: string;
	/** The status stayed the same although the file was whole. */
	isLastStatus: boolean;
	error?: Error;
}

/**
 * Starts a job for the days of a query, looks at its status, and reads its file (section 4.5): once it
 * is done, or after the second look, as any status may be the service's word for done. Five calls.
 */
export async function runJob(session: Session, result: QueryResult): Promise<JobResult> {
	const { api, failure, limiters, queryName, signal } = session;
	const job: JobResult = { status: '', isDone: false, isLastStatus: false };
	try {
		const { jobId } = await api.startJob({ queryName, ...result.dates });
		const readStatusAfter = statusReader(session, job, jobId);
		const readItsFile = async () => {
			const file = await readFile(session, jobId, result).catch(failure);
			if (!(file instanceof Error)) job.file = file;
			else if (job.isDone) {
				job.fileError = bulkFileError(file, { jobId, shown: (text) => api.shown(text) });
			}
		};
		await readStatusAfter(FIRST_MS);
		if (!job.isDone) await readStatusAfter(SECOND_MS);
		await readItsFile();
		if (!job.isDone) {
			const { status } = job;
			await readStatusAfter(LAST_MS);
			job.isLastStatus = status !== '' && job.status === status;
		}
		while (job.isDone && !job.file && limiters.bulk.left > 0) {
			await cancellableSleep(RETRY_MS, signal);
			await readItsFile();
		}
	} catch (error) {
		job.error = failure(error);
	}
	return job;
}

/** @throws ServiceError if the job failed */
function statusReader({ api, evidence, failure, signal }: Session, job: JobResult, jobId: string) {
	const startedAt = performance.now();
	evidence.bulk.push(jobId);
	return async (ms: number): Promise<void> => {
		await cancellableSleep(ms, signal);
		const response = await api.job(jobId, { repeat: 'never' }).catch(failure);
		const at = inSeconds(performance.now() - startedAt);
		if (response instanceof Error) {
			// A new job may not be known yet.
			job.status = '';
			evidence.bulk.push(`${response.message} after ${at}`);
			return;
		}
		const { Status, HasError, ErrorMessage } = response.record;
		const errors = `HasError ${HasError}, ErrorMessage ${shownText(ErrorMessage)}`;
		evidence.bulk.push(`${shownText(Status)} after ${at} (${errors})`);
		if (response.state === 'failed') throw await jobFailure(api, jobId, response.record);
		job.isDone = response.state === 'done';
		job.status = Status;
	};
}

export function jobFinding({ details }: Session, job: JobResult): Finding {
	const { status, isDone, isLastStatus, file, error } = job;
	if (error) return findingOf(error);
	const was = status ? `Its last status was ${shownText(status)}` : 'Its status could not be read';
	if (isDone && file) return ['ok', `${was}, and its file was whole.`];
	if (isDone) return ['unknown', `${was}, but its file was not read.`];
	if (!isLastStatus || !file?.hasAllRows) {
		return ['unknown', `${was}. It may not be done: run Check again later.`];
	}
	const words = [...details.doneWords, status].join(', ');
	return ['change', `${was} while its file was whole, and stayed so.`, ['doneWords', words]];
}
