import type { Fault } from '../../service/faults';
import { DOWNLOADING, each, type Group, type Reading } from '../reading';

const TIMES = 5;

const LATE: Array<[string, Fault]> = [
	...[404, 409, 423, 425].map((status): [string, Fault] => [
		`${status}`,
		{ kind: 'refusal', status },
	]),
	['404 without a body', { kind: 'status', status: 404 }],
	[
		'202 with JSON',
		{ kind: 'status', status: 202, body: '{"message":"The file is being prepared","status":202}' },
	],
	['202 without a body', { kind: 'status', status: 202 }],
	['204', { kind: 'noContent' }],
];

export const fileNotYet: Group = {
	title: 'The file is not there yet when the job is DONE',
	section: '4.4',
	readings: [
		...LATE.map(([name, fault]): Reading => ({
			name: `${name}, ${TIMES} times`,
			faults: [{ endpoint: 'download', fault, times: TIMES }],
			expected: each(DOWNLOADING, 'works'),
		})),
		...LATE.map(([name, fault]): Reading => ({
			name: `${name}, for ever`,
			faults: [{ endpoint: 'download', fault, times: Infinity }],
			expected: each(DOWNLOADING, 'error: job job-'),
		})),
		{
			name: '200 with JSON, which may be the description of an error',
			faults: [
				{
					endpoint: 'download',
					fault: { kind: 'wrongShape', body: { message: 'The file is being prepared' } },
				},
			],
			expected: each(DOWNLOADING, 'error: error description … being prepared'),
		},
		{
			name: 'a file of zero bytes',
			section: '2.5',
			service: { rows: 0 },
			faults: [{ endpoint: 'download', fault: { kind: 'emptyBody' } }],
			expected: each(DOWNLOADING, 'works, hint: empty'),
		},
	],
};
