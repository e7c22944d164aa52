import type { StatusRecordReading } from '../../service/readings';
import {
	DOWNLOADING,
	type Group,
	inEnvelope,
	type Reading,
	reading,
	READING_STATUS,
	responses,
	withStatus,
} from '../reading';

const done = (word: string, outcome: string, more: Partial<Reading> = {}): Reading =>
	reading(`done is ${JSON.stringify(word)}`, READING_STATUS, outcome, {
		readings: { statusRecord: { done: word } },
		...more,
	});

/** Words of a job that is under way: at last it is done. */
const notYet = (running: string[]): Reading => ({
	name: `not yet: ${running.join(', ')}`,
	readings: { statusRecord: { running } satisfies StatusRecordReading },
	expected: { run: 'works', getStatus: 'works', getResult: 'error: not done yet' },
});

/** A word alone, or HasError with an ErrorMessage of any type. */
const FAILURES: Array<[record: object, words: string]> = [
	[{ Status: 'FAILED', HasError: false, ErrorMessage: null }, 'Status FAILED'],
	[{ Status: 'Timed out', HasError: false, ErrorMessage: 'Late' }, 'Late'],
	[{ Status: 'DONE', HasError: true, ErrorMessage: 'Out of slots' }, 'Out of slots'],
	[{ Status: 'DONE', HasError: true, ErrorMessage: { reason: 'No slots' } }, 'No slots'],
	[{ Status: 'DONE', HasError: true, ErrorMessage: null }, 'Status DONE'],
];
const UNKNOWN_JOB = {
	'404': withStatus(404, ''),
	'an empty list': inEnvelope([]),
	'data: null': inEnvelope(null),
};
const LATE = {
	'404': withStatus(404, ''),
	'202 with JSON': withStatus(202, { message: 'Being prepared', status: 202 }),
	'202 without a body': withStatus(202, ''),
};

export const exports: Group = {
	title: 'A job and its file (2.4, 3, 4.4)',
	readings: [
		...['DONE', ' done\n', 'Completed', 'SUCCESS', 'READY'].map((word) => done(word, 'works')),
		{
			...done('EXPORTED', ''),
			expected: {
				run: 'error: not done after … EXPORTED … Done Words',
				getResult: 'error: not done yet … EXPORTED … Done Words',
			},
		},
		{ ...done('EXPORTED', 'works', { credential: { doneWords: 'closed, exported' } }) },
		...[['QUEUED', 'RUNNING'], [''], ['CANCELABLE'], ['NOT_DONE', 'ALMOST DONE']].map(notYet),
		...FAILURES.map(([record, words]) =>
			reading(
				`failed: ${JSON.stringify(record)}`,
				['run', 'getResult'],
				`error: bulk export failed … ${words}`,
				responses(['status'], inEnvelope([record])),
			),
		),
		reading('the list has the record of another job, too', READING_STATUS, 'works', {
			readings: { statusRecord: { otherJob: true } },
		}),
		...Object.entries(UNKNOWN_JOB).flatMap(([name, fault]) => [
			reading(`a new job is not known three times: ${name}`, ['run'], 'works', {
				...responses(['status'], fault, 3),
			}),
			reading(`a job is not known: ${name}`, ['getStatus', 'getResult'], 'error: There is no job', {
				...responses(['status'], fault),
			}),
		]),
		...Object.entries(LATE).flatMap(([name, fault]) => [
			reading(`the file is late: ${name}`, DOWNLOADING, 'works', {
				...responses(['download'], fault, 5),
			}),
			reading(`the file never comes: ${name}`, DOWNLOADING, 'error: job job-', {
				...responses(['download'], fault),
			}),
		]),
	],
};
