import { cancellableSleep } from '../../../../shared/async';
import { inSeconds } from '../../../../shared/http/body';
import { shownText } from '../../../../shared/shownText';
import { bulkFileError } from '../../../bulkFile/bulkFileError';
import { jobFailure } from '../../../job/jobFailure';
import { mayMeanDone } from '../../../transport/jobState';
import { type Answer, type Finding, findingOf, type Session } from '../session';
import { type FileOfJob, readFile } from './file';

/** Before each look; the last is as late as three minutes allow. */
const WAITS_MS = [3_000, 17_000, 90_000];
/** A word that stands so long after the file was there is the last one. */
const SETTLED_MS = 60_000;
const RETRY_MS = 15_000;

/** What was seen of a job and its file. */
export interface JobSeen extends FileOfJob {
	word: string;
	/** The word stood on for long after the file was there. */
	isSettled: boolean;
	error?: Error;
}

/** Starts a job for the days of a query, looks at it, and fetches its file (section 4.5). */
export async function jobOf(session: Session, answer: Answer): Promise<JobSeen> {
	const { api, failure, limiters, queryName } = session;
	const seen: JobSeen = { word: '', isDone: false, isSettled: false };
	try {
		const { jobId } = await api.startJob({ queryName, ...answer.dates });
		const lookAfter = looks(session, seen, jobId);
		const fetchFile = async () => {
			const file = await readFile(session, jobId, answer).catch(failure);
			if (!(file instanceof Error)) seen.file = file;
			else seen.fileError = bulkFileError(file, { jobId, shown: (text) => api.shown(text) });
		};
		// The last call is for the file.
		for (let look = 0; limiters.bulk.left > 1 && !seen.isDone && !seen.file; look += 1) {
			await lookAfter(WAITS_MS[look]!);
			if (!seen.isDone && mayMeanDone(seen.word)) await fetchFile();
		}
		const { word } = seen;
		if (seen.file && limiters.bulk.left > 0) {
			await lookAfter(SETTLED_MS);
			seen.isSettled = seen.word === word;
		}
		while (seen.isDone && !seen.file && limiters.bulk.left > 0) {
			if (seen.fileError) await cancellableSleep(RETRY_MS, session.signal);
			await fetchFile();
		}
	} catch (error) {
		seen.error = failure(error);
	}
	return seen;
}

/** @throws ServiceError if the job failed */
function looks({ api, evidence, failure, signal }: Session, seen: JobSeen, jobId: string) {
	const startedAt = performance.now();
	evidence.bulk.push(jobId);
	return async (ms: number): Promise<void> => {
		await cancellableSleep(ms, signal);
		const look = await api.job(jobId, { repeat: 'never' }).catch(failure);
		const at = inSeconds(performance.now() - startedAt);
		if (look instanceof Error) {
			// A new job may not be known yet.
			seen.word = '';
			evidence.bulk.push(`${look.message} after ${at}`);
			return;
		}
		const { Status, HasError, ErrorMessage } = look.record;
		const errors = `HasError ${HasError}, ErrorMessage ${shownText(ErrorMessage)}`;
		evidence.bulk.push(`${shownText(Status)} after ${at} (${errors})`);
		if (look.state === 'failed') throw await jobFailure(api, jobId, look.record);
		seen.isDone = look.state === 'done';
		seen.word = Status;
	};
}

export function jobFinding({ details }: Session, seen: JobSeen): Finding {
	const { word, isDone, isSettled, file, error } = seen;
	if (error) return findingOf(error);
	const was = word ? `Its last status was ${shownText(word)}` : 'Its status could not be read';
	if (isDone && file) return ['ok', `${was}, and its file was whole.`];
	if (isDone) return ['unknown', `${was}, but its file was not read.`];
	if (!isSettled || !file?.hasAllRows) {
		return ['unknown', `${was}. It may not be done: run Check again later.`];
	}
	const words = [...details.doneWords, word].join(', ');
	return ['change', `${was} when its file was whole, but the nodes wait on.`, ['doneWords', words]];
}
