import { awaitJob } from '../../../../nodes/Analytics/job/awaitJob';
import type { AnalyticsApi, JobLook } from '../../../../nodes/Analytics/transport/analyticsApi';
import { ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/shownText';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const look = (Status: string, state: JobLook['state'], more: object = {}): JobLook => ({
	record: { JobId: 'j', Status, HasError: state === 'failed', ...more },
	state,
});
const RUNNING = look('RUNNING', 'running');
const DONE = look('DONE', 'done');
const refusal = (status: number) =>
	new ServiceError({ kind: 'refused', message: 'No', description: 'Why.', status });

/** Waits for a job of which each look gives the next of `answers`, the last one for ever. */
function start(
	answers: Array<JobLook | Error>,
	options: { most?: number; isAlone?: boolean } = {},
) {
	const looks: number[] = [];
	const stop = new AbortController();
	const api = {
		job: async (_: string, given: { repeat: string; deadline: AbortSignal }) => {
			expect(given.repeat).toBe('never');
			const answer = answers[Math.min(looks.length, answers.length - 1)];
			looks.push(Date.now() / 1000);
			if (answer instanceof Error) throw answer;
			return answer;
		},
		download: async () => {
			throw new Error('no file');
		},
		shown: shownText,
	} as unknown as AnalyticsApi;
	const { most = 1_800, isAlone = true } = options;
	const statuses: string[] = [];
	const waiting = awaitJob({
		api,
		jobId: 'j',
		isAlone,
		maxWaitMs: most * 1000,
		signal: stop.signal,
		onStatus: (status) => statuses.push(status),
	});
	const outcome = waiting
		.then(
			(record) => ({ record, at: Date.now() / 1000 }),
			(error: ServiceError) => ({ error, at: Date.now() / 1000 }),
		)
		.finally(async () => {
			for (let turn = 0; turn < 20; turn++) await Promise.resolve();
			// Not even the one for the longest wait goes on.
			expect(jest.getTimerCount()).toBe(0);
		});
	return { looks, stop, outcome, statuses };
}

async function end<T>(outcome: Promise<T>): Promise<T> {
	await jest.advanceTimersByTimeAsync(4_000_000);
	return await outcome;
}

it('looks after 2 and 8 seconds, then at an interval that grows to a minute', async () => {
	const { looks, outcome } = start([...Array.from({ length: 50 }, () => RUNNING), DONE], {
		most: 3_600,
	});
	expect(await end(outcome)).toEqual({ record: DONE.record, at: looks.at(-1) });
	expect(looks.slice(0, 5)).toEqual([2, 8, 23, 38, 53]);
	const gaps = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
	expect(gaps.at(-1)).toBeCloseTo(60);
	// One that has worked for long is noticed late by a tenth of that at most.
	for (const [at, gap] of gaps.slice(1).entries()) {
		expect(gap).toBeCloseTo(Math.min(60, Math.max(15, looks[at + 1]! * 0.1)));
	}
});

it('asks about one of several jobs in the rhythm of long ones, since each look takes a call', async () => {
	const { looks, outcome } = start([RUNNING, RUNNING, DONE], { isAlone: false });
	await end(outcome);
	expect(looks).toEqual([15, 30, 45]);
});

it('tells each status', async () => {
	const { statuses, outcome } = start([look('QUEUED', 'running'), RUNNING, DONE]);
	await end(outcome);
	expect(statuses).toEqual(['QUEUED', 'RUNNING', 'DONE']);
});

it('ends when the time is up, and looks no more', async () => {
	const { looks, outcome } = start([RUNNING], { most: 30 });
	const { error, at } = (await end(outcome)) as { error: ServiceError; at: number };
	expect(at).toBe(30);
	expect(looks).toEqual([2, 8, 23]);
	expect(error).toMatchObject({ kind: 'jobNotReady', jobId: 'j' });
	expect(error.message).toBe('The bulk export was not done after 30 seconds (job j)');
	expect(error.description).toMatch(
		/^The job continues .*Get Result.* Or raise Options > Max Wait\. Its last status was RUNNING\. If that means done, enter it as one of the Done Words .*$/,
	);
});

it('outlives four failures in a row, and any number of them otherwise', async () => {
	const four = Array.from({ length: 4 }, () => refusal(500));
	const { looks, outcome } = start([...four, RUNNING, ...four, RUNNING, ...four, DONE]);
	expect(await end(outcome)).toMatchObject({ record: DONE.record });
	expect(looks).toHaveLength(15);
});

it('ends with the fifth failure in a row, naming the job', async () => {
	const { looks, outcome } = start([refusal(500)]);
	const { error } = (await end(outcome)) as { error: ServiceError };
	expect(looks).toHaveLength(5);
	expect(error).toMatchObject({ message: 'No (job j)', status: 500, jobId: 'j' });
	expect(error.description).toMatch(/^Why\. The job continues at the service/);
});

it.each([401, 403])('takes a refused token (%i) for final', async (status) => {
	const { looks, outcome } = start([refusal(status)]);
	expect(await end(outcome)).toMatchObject({ error: { status, jobId: 'j' } });
	expect(looks).toHaveLength(1);
});

it('passes on what is no failure of the service', async () => {
	const { looks, outcome } = start([new TypeError('a mistake of ours')]);
	expect(await end(outcome)).toMatchObject({ error: { message: 'a mistake of ours' } });
	expect(looks).toHaveLength(1);
});

it('ends with the failure of the job', async () => {
	const failed = look('DONE', 'failed', { ErrorMessage: 'Quota' });
	const { looks, outcome } = start([RUNNING, failed]);
	const { error } = (await end(outcome)) as { error: ServiceError };
	expect(looks).toHaveLength(2);
	expect(error).toMatchObject({ kind: 'jobFailed', jobId: 'j' });
	expect(error.description).toContain('Quota');
});

it('ends at once with the signal', async () => {
	const { stop, outcome, looks } = start([RUNNING]);
	setTimeout(() => stop.abort(new Error('stopped')), 10_000);
	expect(await end(outcome)).toMatchObject({ error: { message: 'stopped' }, at: 10 });
	expect(looks).toEqual([2, 8]);
});

it('names no status where none was ever told', async () => {
	const { outcome } = start([refusal(500)], { most: 10 });
	const { error } = (await end(outcome)) as { error: ServiceError };
	expect(error).toMatchObject({ kind: 'jobNotReady', jobId: 'j' });
	expect(error.description).not.toContain('last status');
});
