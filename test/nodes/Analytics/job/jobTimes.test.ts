import { JobTimes } from '../../../../nodes/Analytics/job/jobTimes';

const entered = (...jobIds: string[]) => {
	const times = new JobTimes();
	for (const jobId of jobIds) times.enter(jobId);
	return times;
};

it('knows the oldest job that is waited for', () => {
	const times = entered('a', 'b', 'c');
	times.leave('a');
	expect(['a', 'b', 'c'].map((jobId) => times.placeOf(jobId))).toEqual([-1, 0, 1]);
});

it('knows the least age at which a job was done', () => {
	const times = entered('a', 'b', 'c', 'd');
	expect(times.doneAgeMs).toBe(Infinity);
	times.leave('c', 300);
	times.leave('a', 200);
	times.leave('b', 250);
	times.leave('d');
	expect(times.doneAgeMs).toBe(200);
});

it('tells when the first job is done, and when another one is the oldest', () => {
	const times = entered('a', 'b', 'c', 'd');
	const first = times.news;
	times.leave('c', 300);
	expect(first.aborted).toBe(true);
	const second = times.news;
	times.leave('b', 300);
	expect(second.aborted).toBe(false);
	times.leave('a', 300);
	expect(second.aborted).toBe(true);
	expect(times.news.aborted).toBe(false);
});
