import type { EnvelopeReading, RecordsReading } from '../../service/readings';
import { ANALYTICS, answers, CREATING, each, type Group, LOOKING, type Reading } from '../reading';

/** Whatever the types of the envelope, there is only one thing that it can mean. */
const HARMLESS: Array<[string, EnvelopeReading]> = [
	['status is the text "200"', { status: '200' }],
	['status is 201', { status: 201 }],
	['status is 202, HTTP too', { status: 202, httpStatus: 202 }],
	['status is 206', { status: 206 }],
	['status is 200, HTTP is 201', { httpStatus: 201 }],
	['status is 204, with data', { status: 204 }],
	['status is absent', { without: ['status'] }],
	['status is null', { status: null }],
	['message is absent', { without: ['message'] }],
	['message is null', { message: null }],
	['message is an object', { message: { code: 'OK', text: 'Success' } }],
	['message is a number', { message: 200 }],
	['message is a list', { message: ['Success'] }],
	['message is true', { message: true }],
	['status and message are absent', { without: ['status', 'message'] }],
];

export const envelope: Group = {
	title: 'The envelope of a success',
	section: '2.2',
	readings: HARMLESS.map(([name, reading]) => ({
		name,
		readings: { envelope: reading },
		expected: each(ANALYTICS, 'works'),
	})),
};

const EMPTY: Array<[string, EnvelopeReading]> = [
	['an empty list', {}],
	['data: null', { emptyList: 'null' }],
	['no data at all', { emptyList: 'absent' }],
	['HTTP 204 without a body', { emptyList: 'noContent' }],
];

export const shapes: Group = {
	title: 'Lists and objects',
	section: '2.2',
	readings: [
		{
			name: 'a list of one is an object',
			readings: { envelope: { listOfOne: 'object' } },
			expected: each(['query', ...LOOKING], 'works'),
		},
		{
			name: 'the new job stands in a list',
			readings: { envelope: { object: 'list' } },
			expected: each(CREATING, 'works'),
		},
		...EMPTY.map(([name, reading]): Reading => ({
			name: `no records: ${name}`,
			readings: { envelope: reading },
			service: { rows: 0 },
			expected: { query: 'works' },
		})),
		...EMPTY.map(([name, reading]): Reading => ({
			name: `a job that is not known: ${name}`,
			readings: { envelope: reading, statusRecord: { unknownJob: 'emptyList' } },
			parameters: { jobId: 'job-unknown' },
			expected: each(['getStatus', 'getResult'], 'error: job-unknown'),
		})),
		{
			name: 'the new job is null',
			...answers(['bulkStart'], {
				kind: 'wrongShape',
				body: { data: null, message: 'OK', status: 200 },
			}),
			expected: each(CREATING, 'error: bulk export job'),
		},
	],
};

const LIMIT = 100_000;
const EVERYTHING = { returnAll: true };

/** A value that JavaScript would read otherwise than it is written. */
const written = (name: string, records: RecordsReading, query: string): Reading => ({
	name,
	section: '2.2',
	readings: { records },
	expected: { query },
});

const NUMBERS = [
	['an integer beyond 2^53', '9007199254740993'],
	['an integer below -2^53', '-9007199254740993'],
	['an integer of 40 digits', '1234567890123456789012345678901234567890'],
	['1e400', '1e400'],
] as const;

export const limits: Group = {
	title: 'Limits, and values that JSON cannot hold safely',
	section: '8.1',
	readings: [
		{
			name: 'one record less than the limit',
			service: { rows: LIMIT - 1 },
			parameters: EVERYTHING,
			expected: { query: 'works' },
		},
		{
			name: 'records beyond the limit are left out in silence',
			service: { rows: LIMIT + 1 },
			parameters: EVERYTHING,
			expected: { query: 'works, hint: bulk export' },
		},
		{
			name: 'the limit is lower than 100,000',
			service: { maxSyncRecords: 10_000 },
			parameters: EVERYTHING,
			expected: { query: 'error: 10000 … refused' },
		},
		...NUMBERS.map(([name, total]) => written(name, { fields: { total } }, 'works')),
		written('a text that is not UTF-8', { invalidUtf8: true }, 'error: UTF-8'),
	],
};
