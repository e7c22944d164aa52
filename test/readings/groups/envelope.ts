import type { EnvelopeReading } from '../../service/readings';
import type { OperationName } from '../operations';
import { ANALYTICS, answers, CREATING, type Group, LOOKING, reading } from '../reading';

/** Whatever the types of the envelope, there is only one thing that it can mean. */
const HARMLESS: Record<string, EnvelopeReading> = {
	'status is the text "200"': { status: '200' },
	'status is 201': { status: 201 },
	'status is 202, HTTP too': { status: 202, httpStatus: 202 },
	'status is 206': { status: 206 },
	'status is 200, HTTP is 201': { httpStatus: 201 },
	'status is 204, with data': { status: 204 },
	'status is absent': { without: ['status'] },
	'status is null': { status: null },
	'message is absent': { without: ['message'] },
	'message is null': { message: null },
	'message is an object': { message: { code: 'OK', text: 'Success' } },
	'message is a number': { message: 200 },
	'message is a list': { message: ['Success'] },
	'message is true': { message: true },
	'status and message are absent': { without: ['status', 'message'] },
};

const inEnvelope = (name: string, operations: OperationName[], envelope: EnvelopeReading) =>
	reading(name, operations, 'works', { readings: { envelope } });

export const envelope: Group = {
	title: 'The envelope of a success',
	section: '2.2',
	readings: Object.entries(HARMLESS).map(([name, how]) => inEnvelope(name, ANALYTICS, how)),
};

const EMPTY: Array<[string, EnvelopeReading]> = [
	['an empty list', {}],
	['data: null', { emptyList: 'null' }],
	['no data at all', { emptyList: 'absent' }],
	['HTTP 204 without a body', { emptyList: 'noContent' }],
];
const NULL = { data: null, message: 'OK', status: 200 };

export const shapes: Group = {
	title: 'Lists and objects',
	section: '2.2',
	readings: [
		inEnvelope('a list of one is an object', ['query', ...LOOKING], { listOfOne: 'object' }),
		inEnvelope('the new job stands in a list', CREATING, { object: 'list' }),
		...EMPTY.map(([name, how]) => ({
			...inEnvelope(`no records: ${name}`, ['query'], how),
			service: { rows: 0 },
		})),
		...EMPTY.map(([name, how]) =>
			reading(
				`a job that is not known: ${name}`,
				['getStatus', 'getResult'],
				'error: job-unknown',
				{
					readings: { envelope: how, statusRecord: { unknownJob: 'emptyList' } },
					parameters: { jobId: 'job-unknown' },
				},
			),
		),
		reading('the new job is null', CREATING, 'error: bulk export job', {
			...answers(['bulkStart'], { kind: 'wrongShape', body: NULL }),
		}),
	],
};

const LIMIT = 100_000;
const parameters = { returnAll: true };

/** What JavaScript would read otherwise than it is written. */
const NUMBERS = {
	'an integer beyond 2^53': '9007199254740993',
	'an integer below -2^53': '-9007199254740993',
	'an integer of 40 digits': '1234567890123456789012345678901234567890',
	'1e400': '1e400',
};

export const limits: Group = {
	title: 'Limits, and values that JSON cannot hold safely',
	section: '8.1',
	readings: [
		reading('one record less than the limit', ['query'], 'works', {
			service: { rows: LIMIT - 1 },
			parameters,
		}),
		reading(
			'records beyond the limit are left out in silence',
			['query'],
			'works, hint: bulk export',
			{ service: { rows: LIMIT + 1 }, parameters },
		),
		reading('the limit is lower than 100,000', ['query'], 'error: 10000 … refused', {
			service: { maxSyncRecords: 10_000 },
			parameters,
		}),
		...Object.entries(NUMBERS).map(([name, total]) =>
			reading(name, ['query'], 'works', {
				section: '2.2',
				readings: { records: { fields: { total } } },
			}),
		),
		reading('a text that is not UTF-8', ['query'], 'error: UTF-8', {
			section: '2.2',
			readings: { records: { invalidUtf8: true } },
		}),
	],
};
