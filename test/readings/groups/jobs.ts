import type { Fault } from '../../service/faults';
import type { Readings } from '../../service/readings';
import { answers, CREATING, DOWNLOADING, type Group, type Reading, reading } from '../reading';

const IN_A_LIST: Readings = {
	envelope: { object: 'list', status: 201 },
	creation: { keys: { jobId: 'JobId' }, only: ['jobId'] },
};
const CREATED: Array<[string, Readings]> = [
	['jobId alone', { creation: { only: ['jobId'] } }],
	['without jobCreatedAt', { creation: { only: ['jobId', 'fileName'] } }],
	['jobId is a number', { jobId: 'number' }],
	['jobId alone, and a number', { jobId: 'number', creation: { only: ['jobId'] } }],
	['jobId is a number beyond 2^53', { jobId: 'longNumber' }],
	['JobId, FileName', { creation: { keys: { jobId: 'JobId', fileName: 'FileName' } } }],
	['jobid, filename', { creation: { keys: { jobId: 'jobid', fileName: 'filename' } } }],
	['job_id, file_name', { creation: { keys: { jobId: 'job_id', fileName: 'file_name' } } }],
	['JobId alone, in a list, with status 201', IN_A_LIST],
];

export const creation: Group = {
	title: 'A new job',
	section: '2.3',
	readings: CREATED.map(([name, readings]) =>
		reading(name, [...CREATING, 'file'], 'works', { readings }),
	),
};

function refusals(...statuses: number[]): Array<[string, Fault]> {
	return statuses.map((status) => [String(status), { kind: 'refusal', status }]);
}

const UNCLEAR: Array<[string, Fault, number?]> = [
	...refusals(500, 502, 503, 504),
	['500, three times', { kind: 'refusal', status: 500 }, 3],
	['504, the job was started', { kind: 'refusal', status: 504, apply: true }],
	['408', { kind: 'refusal', status: 408 }],
	['the connection breaks off', { kind: 'resetAfterRead' }],
	['the connection breaks off, the job was started', { kind: 'resetAfterRead', apply: true }],
];

export const jobStart: Group = {
	title: 'The start of a job gets no clear answer',
	section: '7.6',
	readings: UNCLEAR.map(([name, fault, times]) =>
		reading(name, CREATING, 'works, hint: second job', answers(['bulkStart'], fault, times)),
	),
};

const PREPARED = '{"message":"The file is being prepared","status":202}';

const LATE: Array<[string, Fault]> = [
	...refusals(404),
	['404 without a body', { kind: 'status', status: 404 }],
	['202 with JSON', { kind: 'status', status: 202, body: PREPARED }],
	['202 without a body', { kind: 'status', status: 202 }],
];

const late = (name: string, fault: Fault, outcome: string, times = 1): Reading =>
	reading(name, DOWNLOADING, outcome, answers(['download'], fault, times));

export const fileNotYet: Group = {
	title: 'The file is not there yet when the job is DONE',
	section: '4.4',
	readings: [
		...LATE.map(([name, fault]) => late(`${name}, 5 times`, fault, 'works', 5)),
		...LATE.map(([name, fault]) => late(`${name}, for ever`, fault, 'error: job job-', Infinity)),
		late(
			'200 with JSON, which may be the description of an error',
			{ kind: 'wrongShape', body: { message: 'The file is being prepared' } },
			'error: error description … being prepared',
		),
		{
			...late('a file of zero bytes', { kind: 'emptyBody' }, 'error: is damaged', Infinity),
			section: '2.5',
			service: { rows: 0 },
		},
	],
};
