import { jobState } from '../../../../nodes/Analytics/transport/jobState';
import type { JobRecord } from '../../../../nodes/Analytics/transport/schemas';

const record = (Status: string, more: Partial<JobRecord> = {}): JobRecord => ({
	JobId: 'j',
	Status,
	HasError: false,
	...more,
});

const DONE = ['DONE', 'done\n', ' Done ', 'COMPLETED', 'complete', 'SUCCESS', 'Succeeded'];
const RUNNING = [
	...['', '1', 'ALMOST DONE', 'NOT_DONE', 'DONE_WITH_ERRORS', 'PENDING', 'CANCELABLE', 'RUNNING'],
	...['UNSUCCESSFUL', 'RETRYING_AFTER_ERROR', 'NOT READY', 'INCOMPLETE'],
];
const FAILED = [
	...['Failed ', 'FAIL', 'FAILURE', 'ERROR', 'errored', 'cancelled', 'CANCELED', 'ABORTED'],
	...['REJECTED', 'expired', 'TIMED_OUT', 'Timed out', 'Time-out'],
];

it.each([
	...[...DONE, 'FINISHED', 'ready'].map((word) => [word, 'done']),
	...RUNNING.map((word) => [word, 'running']),
	...FAILED.map((word) => [word, 'failed']),
])('the status %j means %s', (status, state) => {
	expect(jobState(record(status))).toBe(state);
});

it('HasError means a failure, whatever the status', () => {
	expect(jobState(record('DONE', { HasError: true }))).toBe('failed');
	expect(jobState(record('KO', { HasError: true }), ['KO'])).toBe('failed');
});

it.each(['EXPORTED', 'DONE', 'expired'])(
	'the Done Words of the credential count besides, in any case, and before words of failure: %s',
	(status) => expect(jobState(record(status), ['Exported', 'EXPIRED'])).toBe('done'),
);
