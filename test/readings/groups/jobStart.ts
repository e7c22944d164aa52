import type { Fault } from '../../service/faults';
import { CREATING, each, type Group, type Reading } from '../reading';

const SECOND_JOB = 'works, hint: second job';

const startedAfter = (name: string, fault: Fault, times = 1): Reading => ({
	name,
	faults: [{ endpoint: 'bulkStart', fault, times }],
	expected: each(CREATING, SECOND_JOB),
});

export const jobStart: Group = {
	title: 'The start of a job gets no clear answer',
	section: '7.6',
	readings: [
		...[500, 502, 503, 504].map((status) => startedAfter(`${status}`, { kind: 'refusal', status })),
		startedAfter('500, three times', { kind: 'refusal', status: 500 }, 3),
		startedAfter('504, the job was started', { kind: 'refusal', status: 504, apply: true }),
		startedAfter('408', { kind: 'refusal', status: 408 }),
		startedAfter('the connection breaks off', { kind: 'resetAfterRead' }),
		startedAfter('the connection breaks off, the job was started', {
			kind: 'resetAfterRead',
			apply: true,
		}),
	],
};
