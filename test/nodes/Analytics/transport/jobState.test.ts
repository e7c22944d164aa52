import { jobState, tellingRecord } from '../../../../nodes/Analytics/transport/jobState';
import type { JobRecord } from '../../../../nodes/Analytics/transport/schemas';

const record = (Status: string, more: Partial<JobRecord> = {}): JobRecord => ({
	JobId: 'j',
	Status,
	HasError: false,
	...more,
});

it.each([
	...[
		'DONE',
		'done\n',
		' Done ',
		'COMPLETED',
		'complete',
		'SUCCESS',
		'Succeeded',
		'FINISHED',
		'ready',
	].map((word) => [word, 'done'] as const),
	...[
		'',
		'1',
		'ALMOST DONE',
		'NOT_DONE',
		'DONE_WITH_ERRORS',
		'PENDING',
		'CANCELABLE',
		'UNSUCCESSFUL',
	].map((word) => [word, 'running'] as const),
	...['RETRYING_AFTER_ERROR', 'RUNNING', 'NOT READY', 'INCOMPLETE'].map(
		(word) => [word, 'running'] as const,
	),
	...[
		'Failed ',
		'FAIL',
		'FAILURE',
		'ERROR',
		'errored',
		'cancelled',
		'CANCELED',
		'ABORTED',
		'REJECTED',
	].map((word) => [word, 'failed'] as const),
	...['expired', 'TIMED_OUT', 'Timed out', 'Time-out'].map((word) => [word, 'failed'] as const),
])('the status %j means %s', (status, state) => {
	expect(jobState(record(status))).toBe(state);
});

it('HasError means a failure, whatever the status', () => {
	expect(jobState(record('DONE', { HasError: true }))).toBe('failed');
	expect(jobState(record('KO', { HasError: true }), ['KO'])).toBe('failed');
});

it('the Done Words of the credential count besides, in any case, and before words of failure', () => {
	const words = ['Exported', 'EXPIRED'];
	expect(jobState(record('EXPORTED'), words)).toBe('done');
	expect(jobState(record('DONE'), words)).toBe('done');
	expect(jobState(record('expired'), words)).toBe('done');
	expect(jobState(record('EXPORTED'))).toBe('running');
});

describe('the record that tells how a job is', () => {
	const telling = (records: JobRecord[], jobId = 'j') => tellingRecord(records, jobId);
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

	it('is one that is done by the words of the credential', () => {
		const done = record('EXPORTED', { UpdatedAt: at(1) });
		const other = record('RUNNING', { UpdatedAt: at(2) });
		expect(tellingRecord([other, done], 'j', ['exported'])).toBe(done);
	});

	it('else one that says "not yet", which is waited for', () => {
		const running = record('RUNNING');
		expect(telling([record('FAILED'), running])).toBe(running);
	});
});
