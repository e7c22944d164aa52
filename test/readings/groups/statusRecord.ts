import type { Fault } from '../../service/faults';
import type { Readings, StatusRecordReading } from '../../service/readings';
import { answers, each, type Group, LOOKING, type Reading } from '../reading';

const looked = (name: string, statusRecord: StatusRecordReading, more: Readings = {}): Reading => ({
	name,
	readings: { statusRecord, ...more },
	expected: each(LOOKING, 'works'),
});

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

const LATE: Array<[string, Fault]> = [
	['404', { kind: 'refusal', status: 404 }],
	['an empty list', { kind: 'wrongShape', body: { data: [], message: 'OK', status: 200 } }],
	['data: null', { kind: 'wrongShape', body: { data: null, message: 'OK', status: 200 } }],
	['HTTP 204', { kind: 'noContent' }],
];

export const records: Group = {
	title: 'The status record',
	section: '2.4',
	readings: [
		looked('JobId in capitals', { jobId: 'upperCase' }),
		looked('without JobId', { jobId: 'absent' }),
		looked('JobId is a number', {}, { jobId: 'number' }),
		looked(
			'JobId is a number at the creation, a text here',
			{ jobId: 'text' },
			{ jobId: 'number' },
		),
		looked('JobId is a number beyond 2^53', {}, { jobId: 'longNumber' }),
		looked(
			'JobId in capitals, in an object',
			{ jobId: 'upperCase' },
			{ envelope: { listOfOne: 'object' } },
		),
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
		failed('failed: HasError is the text "true"', { hasError: { yes: 'true', no: 'false' } }),
		failed('failed: HasError is the text "True"', { hasError: { yes: 'True', no: 'False' } }),
		failed('failed: HasError is 1', { hasError: { yes: 1, no: 0 } }),
		failed('failed: HasError is the text "1"', { hasError: { yes: '1', no: '0' } }),
		failed(
			'failed: ErrorMessage is an object',
			{ errorMessage: { code: 12, reason: 'No slots' } },
			{ words: 'No slots' },
		),
		failed(
			'failed: ErrorMessage is a list',
			{ errorMessage: ['No slots', 'Late'] },
			{ words: 'No slots … Late' },
		),
		failed('failed: ErrorMessage is a number', { errorMessage: 4711 }, { words: '4711' }),
		failed('failed: ErrorMessage is null', { errorMessage: null }, { words: FAIL.description }),
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
/** HasError is not true, but the word may say it. */
const NO_ERROR = { hasError: { yes: false, no: false } };

export const words: Group = {
	title: 'Words of a status',
	section: '3',
	readings: [
		...DONE.map((done) => looked(`done is ${JSON.stringify(done)}`, { done })),
		notYet('not yet: null', [null, null]),
		notYet('not yet: an empty text', ['', '']),
		notYet('not yet: QUEUED, RUNNING', ['QUEUED', 'RUNNING']),
		notYet('not yet: CANCELABLE', ['CANCELABLE', 'CANCELABLE']),
		notYet('not yet: RETRYING_AFTER_ERROR', ['RETRYING_AFTER_ERROR']),
		notYet('not yet: NOT_DONE, ALMOST DONE', ['NOT_DONE', 'ALMOST DONE']),
		notYet('not yet: a number', [1, 2]),
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
		...among('DONE, and FAILED before it', [{ Status: 'FAILED', HasError: true, minutes: BEFORE }]),
		...among('DONE, known as the newest by CreatedAt', [{ Status: 'QUEUED', minutes: BEFORE }], {
			times: ['CreatedAt'],
		}),
		...ORDERS.flatMap((order) => [
			notYet(`RUNNING, and FAILED before it, standing ${order}`, ['RUNNING', 'RUNNING'], {
				order,
				others: [{ Status: 'FAILED', HasError: true, minutes: BEFORE }],
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
