import { jobState, tellingRecord } from '../../../../nodes/Analytics/transport/jobState';
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

const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
const of = (JobId: string | null) => record('DONE', { JobId });

it.each<[string, JobRecord[], telling: number]>([
	['the one with its ID, in any case', [of('other'), record('RUNNING', { JobId: 'J' })], 1],
	['the only one, however its ID is written', [of('projects/p/j')], 0],
	['the only one, if it has no ID', [of(null)], 0],
	['none of several other jobs', [of('a'), of('b')], -1],
	['none of none', [], -1],
	['one that is done', [record('FAILED', { UpdatedAt: at(2) }), record('DONE')], 1],
	['one that is done by the Done Words', [record('ERROR'), record('EXPORTED')], 1],
	['else one that says "not yet"', [record('FAILED'), record('RUNNING')], 1],
])('the record that tells how a job is: %s', (_, records, telling) => {
	expect(tellingRecord(records, 'j', ['exported'])).toBe(records[telling]);
});

it.each(['CreatedAt', 'StartTime', 'EndTime', 'UpdatedAt'])('else the newest by %s', (time) => {
	const old = record('RUNNING', { [time]: at(1) });
	const failed = record('FAILED', { [time]: at(2) });
	expect(tellingRecord([old, failed], 'j')).toBe(failed);
	expect(tellingRecord([failed, old], 'j')).toBe(failed);
});
