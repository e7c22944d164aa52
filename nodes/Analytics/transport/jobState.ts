import type { JobRecord } from './schemas';

export type JobState = 'done' | 'running' | 'failed';

/** Words of a status that only the account's owner can know (section 3 names DONE alone). */
export interface StatusWords {
	doneWords: string[];
	failedWords: string[];
}

const DONE = 'DONE';
const FAILED = [
	'FAILED',
	'FAIL',
	'FAILURE',
	'ERROR',
	'ERRORED',
	'CANCELLED',
	'CANCELED',
	'ABORTED',
	'EXPIRED',
	'REJECTED',
	'TIMEDOUT',
	'TIMEOUT',
];

/**
 * What a status record says. Every word that nobody knows means "not yet". Only a whole word says
 * failure: CANCELABLE and RETRYING_AFTER_ERROR do not.
 */
export function jobState({ Status, HasError }: JobRecord, words: StatusWords): JobState {
	if (HasError) return 'failed';
	const word = plain(Status);
	if (words.doneWords.map(plain).includes(word)) return 'done';
	if (words.failedWords.map(plain).includes(word)) return 'failed';
	if (word === DONE) return 'done';
	return FAILED.includes(word) ? 'failed' : 'running';
}

/** In any case, and with any separators: "Timed out" is TIMED_OUT. */
function plain(word: string): string {
	return word.toUpperCase().replace(/[\s_-]/g, '');
}

/**
 * The record that tells how a job is, out of all that the service sent for it: one that is done if
 * there is any, else the newest.
 *
 * @returns undefined if none of them is the job's
 */
export function tellingRecord(
	records: JobRecord[],
	jobId: string,
	words: StatusWords,
): JobRecord | undefined {
	const own = recordsOf(records, jobId);
	const done = own.find((record) => jobState(record, words) === 'done');
	if (done) return done;
	const newest = Math.max(...own.map(timeOf));
	const latest = own.filter((record) => timeOf(record) === newest);
	// Where they are equally new, waiting is the safer side.
	return latest.find((record) => jobState(record, words) === 'running') ?? latest[0];
}

/** An ID may be written otherwise than at the creation, or be missing, where all records share it. */
function recordsOf(records: JobRecord[], jobId: string): JobRecord[] {
	const wanted = jobId.toLowerCase();
	const same = records.filter(({ JobId }) => JobId?.toLowerCase() === wanted);
	if (same.length > 0) return same;
	const ids = new Set(records.map(({ JobId }) => JobId ?? ''));
	return ids.size === 1 ? records : [];
}

/** Its latest time, in milliseconds; 0 without any. */
function timeOf({ CreatedAt, StartTime, EndTime, UpdatedAt }: JobRecord): number {
	const times = [CreatedAt, StartTime, EndTime, UpdatedAt].map((time) => Date.parse(String(time)));
	return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}
