import type { Readings } from '../../service/readings';
import { CREATING, each, type Group, type Reading } from '../reading';

const created = (name: string, readings: Readings): Reading => ({
	name,
	readings,
	expected: each([...CREATING, 'file'], 'works'),
});

export const creation: Group = {
	title: 'A new job',
	section: '2.3',
	readings: [
		created('jobId alone', { creation: { only: ['jobId'] } }),
		created('without jobCreatedAt', { creation: { only: ['jobId', 'fileName'] } }),
		created('jobId is a number', { jobId: 'number' }),
		created('jobId alone, and a number', { jobId: 'number', creation: { only: ['jobId'] } }),
		created('jobId is a number beyond 2^53', { jobId: 'longNumber' }),
		created('JobId, FileName', { creation: { keys: { jobId: 'JobId', fileName: 'FileName' } } }),
		created('jobid, filename', { creation: { keys: { jobId: 'jobid', fileName: 'filename' } } }),
		created('job_id, file_name', {
			creation: { keys: { jobId: 'job_id', fileName: 'file_name' } },
		}),
		created('JobId alone, in a list, with status 201', {
			envelope: { object: 'list', status: 201 },
			creation: { keys: { jobId: 'JobId' }, only: ['jobId'] },
		}),
	],
};
