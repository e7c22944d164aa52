import { jobState, tellingRecord } from '../../../../nodes/Analytics/transport/jobState';
import type { JobRecord } from '../../../../nodes/Analytics/transport/schemas';

const NO_WORDS = { doneWords: [], failedWords: [] };
const record = (Status: string, more: Partial<JobRecord> = {}): JobRecord => ({
	JobId: 'j',
	Status,
	HasError: false,
	...more,
});

it.each([
	['DONE', 'done'],
	['done\n', 'done'],
	[' Done ', 'done'],
	['', 'running'],
	['1', 'running'],
	['ALMOST DONE', 'running'],
	['NOT_DONE', 'running'],
	['COMPLETED', 'running'],
	['CANCELABLE', 'running'],
	['RETRYING_AFTER_ERROR', 'running'],
	['Failed ', 'failed'],
	['ERROR', 'failed'],
	['cancelled', 'failed'],
	['CANCELED', 'failed'],
	['ABORTED', 'failed'],
	['REJECTED', 'failed'],
	['expired', 'failed'],
	['TIMED_OUT', 'failed'],
	['Time out', 'failed'],
])('the status %j means %s', (status, state) => {
	expect(jobState(record(status), NO_WORDS)).toBe(state);
});

it('takes HasError for a failure, whatever the status', () => {
	expect(jobState(record('DONE', { HasError: true }), NO_WORDS)).toBe('failed');
});

it('knows the words of the credential, in any case', () => {
	const words = { doneWords: ['Completed', 'EXPIRED'], failedWords: ['ko'] };
	expect(jobState(record('COMPLETED'), words)).toBe('done');
	expect(jobState(record('KO'), words)).toBe('failed');
	expect(jobState(record('DONE'), words)).toBe('done');
	// What the owner of the account says comes first.
	expect(jobState(record('expired'), words)).toBe('done');
});

describe('the record that tells how a job is', () => {
	const telling = (records: JobRecord[], jobId = 'j') => tellingRecord(records, jobId, NO_WORDS);
	const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;

	it('is the one with its ID, in any case, among those of other jobs', () => {
		const own = record('RUNNING', { JobId: 'J' });
		expect(telling([record('DONE', { JobId: 'other' }), own])).toBe(own);
	});

	it('is the only one, however its ID is written, or if it has none', () => {
		const own = record('RUNNING', { JobId: 'projects/p/j' });
		expect(telling([own])).toBe(own);
		const unnamed = record('DONE', { JobId: null });
		expect(telling([unnamed])).toBe(unnamed);
	});

	it('is none of those of several other jobs', () => {
		expect(telling([record('DONE', { JobId: 'a' }), record('DONE', { JobId: 'b' })])).toBe(
			undefined,
		);
		expect(telling([])).toBe(undefined);
	});

	it('is one that is done, whatever the others say', () => {
		const done = record('DONE', { UpdatedAt: at(1) });
		expect(telling([record('FAILED', { UpdatedAt: at(2) }), done])).toBe(done);
	});

	it.each(['CreatedAt', 'StartTime', 'EndTime', 'UpdatedAt'])('else the newest by %s', (time) => {
		const [old, failed] = [
			record('RUNNING', { [time]: at(1) }),
			record('FAILED', { [time]: at(2) }),
		];
		expect(telling([old, failed])).toBe(failed);
		expect(telling([failed, old])).toBe(failed);
	});

	it('else one that says "not yet", which is waited for', () => {
		const running = record('RUNNING');
		expect(telling([record('FAILED'), running])).toBe(running);
	});
});
