import { cancellableSleep } from '../../../../shared/async';
import { ServiceError } from '../../../../shared/errors';
import { inSeconds } from '../../../../shared/http/body';
import { asJson, shownText } from '../../../../shared/shownText';
import { bulkFileError } from '../../../bulkFile/bulkFileError';
import { jobFailure } from '../../../job/jobFailure';
import type { Answer, Finding, Session } from '../session';
import { findingFrom, isRefusal, wordsOf } from '../session';
import { type FileSeen, readFile } from './file';

/** Before each look; the last is as late as three minutes allow. */
const WAITS_MS = [3_000, 17_000, 90_000];
/** A word that stands so long after the file was there is the last one. */
const SETTLED_MS = 60_000;
const RETRY_MS = 15_000;
/** Never taken for done; in capitals without separators. */
const NOT_DONE =
	/^$|ING$|^(NEW|OPEN|ACTIVE|QUEUED?|CREATED?|ACCEPTED|RECEIVED|SUBMITTED|SCHEDULED|STARTED|INPROGRESS|INITIALI[SZ]ED)$|NOT|ALMOST|PART|ERR|FAIL|WARN|CANCEL|ABORT|TIME|,/;

/** What was seen of a job and its file. */
export interface JobSeen {
	jobId: string;
	/** Words of its states, and when they were seen. */
	looks: Array<{ word: string; at: string }>;
	/** HasError and ErrorMessage of the last record. */
	errors: string;
	isDone: boolean;
	/** A word that is not known, behind which the file was fetched. */
	candidate?: string;
	file?: FileSeen;
	error?: Error;
	fileError?: Error;
}

/** Starts a job for the days of a query, looks at it, and fetches its file (section 4.5). */
export async function jobOf(session: Session, answer: Answer): Promise<JobSeen> {
	const seen: JobSeen = { jobId: '', looks: [], errors: '', isDone: false };
	await follow(session, seen, answer).catch((error: unknown) => {
		seen.error = session.failure(error);
	});
	return seen;
}

async function follow(session: Session, seen: JobSeen, { dates, records }: Answer): Promise<void> {
	const { api, failure, limiters, queryName, signal } = session;
	const { jobId } = await api.startJob({ queryName, ...dates });
	const startedAt = performance.now();
	seen.jobId = jobId;
	const fetchFile = async () => {
		seen.file = await readFile(session, jobId, records[0] && Object.keys(records[0]));
	};
	// The last call is for the file.
	for (let look = 0; limiters.bulk.left > (seen.file ? 0 : 1); look += 1) {
		await cancellableSleep(seen.file ? SETTLED_MS : (WAITS_MS[look] ?? SETTLED_MS), signal);
		const word = await lookAt(session, seen, startedAt);
		if (seen.isDone || seen.file) break;
		const isNotDone = NOT_DONE.test(word.toUpperCase().replace(/[\s_-]/g, ''));
		if (isNotDone || word === seen.candidate) continue;
		seen.candidate = word;
		await fetchFile().catch(failure);
	}
	while (seen.isDone && !seen.file && limiters.bulk.left > 0) {
		if (seen.fileError) await cancellableSleep(RETRY_MS, signal);
		await fetchFile().catch((error: unknown) => {
			const shown = (text: string) => api.shown(text);
			seen.fileError = bulkFileError(failure(error), { jobId, shown });
		});
	}
}

/** @throws ServiceError if the job failed */
async function lookAt({ api, failure }: Session, seen: JobSeen, startedAt: number) {
	const look = await api.job(seen.jobId, { repeat: 'never' }).catch(failure);
	const at = inSeconds(performance.now() - startedAt);
	const word = look instanceof Error ? look.message : look.record.Status;
	seen.looks.push({ word, at });
	if (look instanceof Error) return '';
	const { HasError, ErrorMessage } = look.record;
	seen.errors = `HasError ${HasError}, ErrorMessage ${shownText(asJson(ErrorMessage))}`;
	if (look.state === 'failed') throw await jobFailure(api, seen.jobId, look.record);
	seen.isDone = look.state === 'done';
	return word;
}

/** @param count of the query's records, if it is known */
export function jobFinding({ details }: Session, seen: JobSeen, count?: number): Finding {
	const { jobId, looks, errors, isDone, candidate, file, error } = seen;
	const states = looks.map(({ word, at }) => `${shownText(word)} after ${at}`).join(', ');
	const finding = findingFrom(jobId, states, errors);
	if (error) {
		const isJobFailed = error instanceof ServiceError && error.kind === 'jobFailed';
		const isFailed = jobId === '' ? !isRefusal(error, 400, 422) : isJobFailed;
		return finding(isFailed ? 'failed' : 'unknown', wordsOf(error));
	}
	const last = looks.at(-1);
	const was = `It was ${shownText(last?.word ?? '')}`;
	if (isDone && file) return finding('ok', `${was} after ${last!.at}, and the file was whole.`);
	if (isDone) return finding('unknown', `${was} after ${last!.at}, but the file was not read.`);
	const isLast = last?.word === candidate && looks.at(-2)?.word === candidate;
	if (!isLast || !file || file.rows === 0 || file.rows !== count) {
		return finding('unknown', `${was} at last, and may not be done. Run Check again later.`);
	}
	const words = [...details.doneWords, candidate].join(', ');
	return finding(
		'change',
		`${was} when the file was whole, which the nodes do not take for done.`,
		['doneWords', words],
	);
}
