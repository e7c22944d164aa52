import type { JobRecord } from './schemas';

export type JobState = 'done' | 'running' | 'failed';

/** Section 3 names DONE alone. Whatever the word, the file must be there and whole. */
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
