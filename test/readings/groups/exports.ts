import type { Fault } from '../../service/faults';
import {
	DOWNLOADING,
	type Group,
	inEnvelope,
	type Reading,
	reading,
	READING_STATUS,
	responsesOf,
	withStatus,
} from '../reading';

const NOT_DONE = 'error: not done … EXPORTED … Done Words';
const EXPORTED = { statusRecord: { done: 'EXPORTED' } };

/** Words of a job that is under way: at last it is done. */
const notYet = (running: string[]): Reading => ({
	name: `not yet: ${running.join(', ')}`,
	readings: { statusRecord: { running } },
	expected: { run: 'works', getStatus: 'works', getResult: 'error: not done yet' },
});

/** A word alone, or HasError with an ErrorMessage. */
const FAILURES: Array<[record: object, words: string]> = [
	[{ Status: 'FAILED', HasError: false, ErrorMessage: null }, 'Status FAILED'],
	[{ Status: 'DONE', HasError: true, ErrorMessage: 'Out of slots' }, 'Out of slots'],
];
const UNKNOWN_JOB: Record<string, Fault> = {
	'404': withStatus(404, ''),
	'an empty list': inEnvelope([]),
};
const LATE: Record<string, Fault> = {
	'404': withStatus(404, ''),
	'202 with JSON': withStatus(202, { message: 'Being prepared', status: 202 }),
};

export const exports: Group = {
	title: 'A job and its file (2.4, 3, 4.4)',
	readings: [
		{
			name: 'done is EXPORTED',
			readings: EXPORTED,
			expected: { run: NOT_DONE, getResult: NOT_DONE },
		},
		reading('done is EXPORTED, as the credential says', READING_STATUS, 'works', {
			readings: EXPORTED,
			credential: { doneWords: 'closed, exported' },
		}),
		...[
			['QUEUED', 'RUNNING'],
			['NOT_DONE', 'ALMOST DONE'],
		].map(notYet),
		...FAILURES.map(([record, words]) =>
			reading(
				`failed: ${JSON.stringify(record)}`,
				['run', 'getResult'],
				`error: bulk export failed … ${words}`,
				responsesOf(['status'], inEnvelope([record])),
			),
		),
		...Object.entries(UNKNOWN_JOB).flatMap(([name, fault]) => [
			reading(`a new job is not known three times: ${name}`, ['run'], 'works', {
				...responsesOf(['status'], fault, 3),
			}),
			reading(`a job is not known: ${name}`, ['getStatus', 'getResult'], 'error: There is no job', {
				...responsesOf(['status'], fault),
			}),
		]),
		...Object.entries(LATE).flatMap(([name, fault]) => [
			reading(`the file is late: ${name}`, DOWNLOADING, 'works', {
				...responsesOf(['download'], fault, 5),
			}),
			reading(`the file never comes: ${name}`, DOWNLOADING, 'error: job job-', {
				...responsesOf(['download'], fault),
			}),
		]),
	],
};
