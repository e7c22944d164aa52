import type { Fault } from '../../service/faults';
import type { Readings, StatusRecordReading } from '../../service/readings';
import { answers, each, type Group, LOOKING, type Reading, reading } from '../reading';

const looked = (name: string, statusRecord: StatusRecordReading, more: Readings = {}): Reading =>
	reading(name, LOOKING, 'works', { readings: { statusRecord, ...more } });

/** Words of a job that is under way: at last it is done. */
const notYet = (name: string, running: unknown[], more: StatusRecordReading = {}): Reading => ({
	name,
	readings: { statusRecord: { running, ...more } },
	expected: { run: 'works', getStatus: 'works', getResult: 'error: not done yet' },
});

const FAIL = { message: 'Out of slots', description: 'Quota was used up', status: 'DONE' };

const failed = (
	name: string,
	statusRecord: StatusRecordReading,
	{ words = 'Out of slots', status = 'DONE' } = {},
): Reading => ({
	name,
	readings: { statusRecord },
	service: { failJob: { ...FAIL, status } },
	expected: {
		...each(['run', 'getResult'], `error: bulk export failed … ${words}`),
		getStatus: 'works',
	},
});

const FAILURES: Record<string, StatusRecordReading> = {
	'HasError is the text "true"': { hasError: { yes: 'true', no: 'false' } },
	'HasError is the text "True"': { hasError: { yes: 'True', no: 'False' } },
	'HasError is 1': { hasError: { yes: 1, no: 0 } },
	'HasError is the text "1"': { hasError: { yes: '1', no: '0' } },
};
const ERRORS: Array<[string, unknown, string]> = [
	['an object', { code: 12, reason: 'No slots' }, 'No slots'],
	['a list', ['No slots', 'Late'], 'No slots … Late'],
	['a number', 4711, '4711'],
	['null', null, FAIL.description],
];

const LATE: Array<[string, Fault]> = [
	['404', { kind: 'refusal', status: 404 }],
	['an empty list', { kind: 'wrongShape', body: { data: [], message: 'OK', status: 200 } }],
	['data: null', { kind: 'wrongShape', body: { data: null, message: 'OK', status: 200 } }],
	['HTTP 204', { kind: 'noContent' }],
];

const TEXT_HERE = 'JobId is a number at the creation, a text here';
const IN_AN_OBJECT: Readings = { envelope: { listOfOne: 'object' } };

export const records: Group = {
	title: 'The status record',
	section: '2.4',
	readings: [
		looked('JobId in capitals', { jobId: 'upperCase' }),
		looked('without JobId', { jobId: 'absent' }),
		looked('JobId is a number', {}, { jobId: 'number' }),
		looked(TEXT_HERE, { jobId: 'text' }, { jobId: 'number' }),
		looked('JobId is a number beyond 2^53', {}, { jobId: 'longNumber' }),
		looked('JobId in capitals, in an object', { jobId: 'upperCase' }, IN_AN_OBJECT),
		looked('keys in camel case: jobId, status', { keys: 'camelCase' }),
		looked('keys in snake case: job_id, status', { keys: 'snakeCase' }),
		...LATE.map(([name, fault]) => ({
			name: `a new job is not known for three looks: ${name}`,
			...answers(['status'], fault, 3),
			expected: { run: 'works' },
		})),
		looked('among the jobs of others', { otherJob: true }),
		looked('HasError is the text "false"', { hasError: { yes: 'true', no: 'false' } }),
		looked('HasError is 0', { hasError: { yes: 1, no: 0 } }),
		looked('HasError is null', { hasError: { yes: true, no: null } }),
		looked('no error is an empty ErrorMessage', { noErrorMessage: '' }),
		looked('no error is an empty object', { noErrorMessage: {} }),
		looked('no error is an empty list', { noErrorMessage: [] }),
		...Object.entries(FAILURES).map(([name, how]) => failed(`failed: ${name}`, how)),
		...ERRORS.map(([name, errorMessage, words]) =>
			failed(`failed: ErrorMessage is ${name}`, { errorMessage }, { words }),
		),
	],
};

const DONE = [
	...['done', 'Done', ' DONE ', 'done\n'],
	...['COMPLETED', 'Complete', 'SUCCESS', 'SUCCEEDED', 'finished', 'READY'],
];
const FAILED = [
	...['FAILED', 'Failed ', 'ERROR', 'CANCELLED', 'CANCELED'],
	...['ABORTED', 'EXPIRED', 'TIMED_OUT', 'TIMEOUT', 'REJECTED'],
];
const NOT_YET: Record<string, unknown[]> = {
	null: [null, null],
	'an empty text': ['', ''],
	'QUEUED, RUNNING': ['QUEUED', 'RUNNING'],
	CANCELABLE: ['CANCELABLE', 'CANCELABLE'],
	RETRYING_AFTER_ERROR: ['RETRYING_AFTER_ERROR'],
	'NOT_DONE, ALMOST DONE': ['NOT_DONE', 'ALMOST DONE'],
	'a number': [1, 2],
};
/** HasError is not true, but the word may say it. */
const NO_ERROR = { hasError: { yes: false, no: false } };

export const words: Group = {
	title: 'Words of a status',
	section: '3',
	readings: [
		...DONE.map((done) => looked(`done is ${JSON.stringify(done)}`, { done })),
		...Object.entries(NOT_YET).map(([name, words]) => notYet(`not yet: ${name}`, words)),
		...FAILED.map((status) => failed(`Status "${status}", HasError false`, NO_ERROR, { status })),
		{
			...looked('done is EXPORTED, which nobody said', { done: 'EXPORTED' }),
			expected: { run: 'error: not done after … EXPORTED … Done Words' },
		},
		{
			...looked('done is EXPORTED, as the credential says', { done: 'EXPORTED' }),
			credential: { doneWords: 'closed, exported' },
		},
		{
			...failed('failed is KO, which nobody said', NO_ERROR, { status: 'KO' }),
			expected: { run: 'error: not done after … KO … Done Words' },
		},
	],
};

const BEFORE = -5;
const FAILED_BEFORE = [{ Status: 'FAILED', HasError: true, minutes: BEFORE }];
const ORDERS = ['first', 'last'] as const;

/** The true record is the newest, unless another says more. */
const among = (
	name: string,
	others: StatusRecordReading['others'] & object,
	more: StatusRecordReading = {},
): Reading[] =>
	ORDERS.map((order) => looked(`${name}, standing ${order}`, { others, order, ...more }));

export const history: Group = {
	title: 'Several records of one job',
	section: '2.4',
	readings: [
		...among('DONE, and RUNNING before it', [{ Status: 'RUNNING', minutes: BEFORE }]),
		...among('DONE, and RUNNING with later times', [{ Status: 'RUNNING', minutes: 5 }]),
		...among('DONE, and FAILED before it', FAILED_BEFORE),
		...among('DONE, known as the newest by CreatedAt', [{ Status: 'QUEUED', minutes: BEFORE }], {
			times: ['CreatedAt'],
		}),
		...ORDERS.flatMap((order) => [
			notYet(`RUNNING, and FAILED before it, standing ${order}`, ['RUNNING', 'RUNNING'], {
				order,
				others: FAILED_BEFORE,
			}),
			...(['UpdatedAt', 'CreatedAt', 'StartTime'] as const).map((time) =>
				failed(
					`FAILED, and RUNNING before it by ${time}, standing ${order}`,
					{ order, times: [time], others: [{ Status: 'RUNNING', minutes: BEFORE }] },
					{ status: 'FAILED' },
				),
			),
		]),
	],
};
