import type { JobRecord } from './schemas';

export type JobState = 'done' | 'running' | 'failed';

/** Section 3 names DONE alone. Whatever is called done, its file must be there and whole. */
const DONE = ['DONE', 'COMPLETED', 'COMPLETE', 'SUCCESS', 'SUCCEEDED', 'FINISHED', 'READY'];
const FAILED = [
	...['FAILED', 'FAIL', 'FAILURE', 'ERROR', 'ERRORED', 'CANCELLED', 'CANCELED', 'ABORTED'],
	...['EXPIRED', 'REJECTED', 'TIMEDOUT', 'TIMEOUT'],
];

/** An unknown word means "not yet". Only whole words count: CANCELABLE says nothing. */
export function jobState(
	{ Status, HasError }: JobRecord,
	doneWords: readonly string[] = [],
): JobState {
	if (HasError) return 'failed';
	const word = plain(Status);
	if (DONE.includes(word) || doneWords.map(plain).includes(word)) return 'done';
	return FAILED.includes(word) ? 'failed' : 'running';
}

/** In capitals, without separators. */
const UNDER_WAY =
	/^$|ING$|^(NEW|OPEN|ACTIVE|QUEUED?|CREATED?|ACCEPTED|RECEIVED|SUBMITTED|SCHEDULED|STARTED|INPROGRESS|INITIALI[SZ]ED)$|NOT|ALMOST|PART|ERR|FAIL|WARN|CANCEL|ABORT|TIME|,/;

/** A word that the nodes do not know may still be that of a service for done. */
export function mayMeanDone(word: string): boolean {
	return !UNDER_WAY.test(plain(word));
}

/** In any case, and with any separators: "Timed out" is TIMED_OUT. */
function plain(word: string): string {
	return word.toUpperCase().replace(/[\s_-]/g, '');
}

/** The record that tells how a job is: one that is done, else the newest. */
export function tellingRecord(
	records: JobRecord[],
	jobId: string,
	doneWords: readonly string[] = [],
): JobRecord | undefined {
	const own = recordsOf(records, jobId);
	const done = own.find((record) => jobState(record, doneWords) === 'done');
	if (done) return done;
	const newest = Math.max(...own.map(timeOf));
	const latest = own.filter((record) => timeOf(record) === newest);
	// Where they are equally new, waiting is the safer side.
	return latest.find((record) => jobState(record, doneWords) === 'running') ?? latest[0];
}

/** An ID may be written otherwise than at the creation, or be missing. */
function recordsOf(records: JobRecord[], jobId: string): JobRecord[] {
	const wanted = jobId.toLowerCase();
	const same = records.filter(({ JobId }) => JobId?.toLowerCase() === wanted);
	if (same.length > 0) return same;
	const ids = new Set(records.map(({ JobId }) => JobId ?? ''));
	return ids.size === 1 ? records : [];
}

function timeOf({ CreatedAt, StartTime, EndTime, UpdatedAt }: JobRecord): number {
	const times = [CreatedAt, StartTime, EndTime, UpdatedAt].map((time) => Date.parse(String(time)));
	return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}
