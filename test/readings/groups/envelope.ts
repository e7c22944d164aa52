import type { EnvelopeReading } from '../../service/readings';
import { ANALYTICS, CREATING, each, type Group, LOOKING, type Reading } from '../reading';

/** Whatever the types of the envelope, there is only one thing that it can mean. */
const harmless = (name: string, envelope: EnvelopeReading): Reading => ({
	name,
	readings: { envelope },
	expected: each(ANALYTICS, 'works'),
});

export const envelope: Group = {
	title: 'The envelope of a success',
	section: '2.2',
	readings: [
		harmless('status is the text "200"', { status: '200' }),
		harmless('status is 201', { status: 201 }),
		harmless('status is 202, HTTP too', { status: 202, httpStatus: 202 }),
		harmless('status is 206', { status: 206 }),
		harmless('status is 200, HTTP is 201', { httpStatus: 201 }),
		harmless('status is 204, with data', { status: 204 }),
		harmless('status is absent', { without: ['status'] }),
		harmless('status is null', { status: null }),
		harmless('message is absent', { without: ['message'] }),
		harmless('message is null', { message: null }),
		harmless('message is an object', { message: { code: 'OK', text: 'Success' } }),
		harmless('message is a number', { message: 200 }),
		harmless('message is a list', { message: ['Success'] }),
		harmless('message is true', { message: true }),
		harmless('status and message are absent', { without: ['status', 'message'] }),
	],
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
			faults: [
				{
					endpoint: 'bulkStart',
					fault: { kind: 'wrongShape', body: { data: null, message: 'OK', status: 200 } },
				},
			],
			expected: each(CREATING, 'error: bulk export job'),
		},
	],
};
