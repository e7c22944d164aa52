import { awaitJob } from '../../../../nodes/Analytics/job/awaitJob';
import { JobTimes } from '../../../../nodes/Analytics/job/jobTimes';
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

/** Waits for a job of which each look brings the next of `answers`, the last one for ever. */
function start(
	answers: Array<JobLook | Error>,
	options: { poll?: number; most?: number; jobs?: number } = {},
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
		// 5 calls a minute
		callSpacingMs: 12_000,
	} as unknown as AnalyticsApi;
	const { poll = 15, most = 1_800, jobs = 1 } = options;
	const waiting = awaitJob({
		api,
		jobId: 'j',
		jobs,
		pollIntervalMs: poll * 1000,
		maxWaitMs: most * 1000,
		signal: stop.signal,
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
	return { looks, stop, outcome };
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
	expect(Math.max(...gaps)).toBeCloseTo(60);
	expect(gaps.at(-1)).toBeCloseTo(60);
});

it('never waits longer than the interval that was chosen, for the first looks', async () => {
	const { looks, outcome } = start([RUNNING, RUNNING, RUNNING, DONE], { poll: 1 });
	await end(outcome);
	expect(looks).toEqual([1, 2, 14, 26]);
});

it('asks about one of several jobs only as often as the calls for all of them allow', async () => {
	const { looks, outcome } = start([RUNNING, RUNNING, DONE], { jobs: 3 });
	await end(outcome);
	expect(looks).toEqual([36, 72, 108]);
});

it('ends when the time is up, and looks no more', async () => {
	const { looks, outcome } = start([RUNNING], { most: 30 });
	const { error, at } = (await end(outcome)) as { error: ServiceError; at: number };
	expect(at).toBe(30);
	expect(looks).toEqual([2, 8, 23]);
	expect(error).toMatchObject({ kind: 'jobNotReady', jobId: 'j' });
	expect(error.message).toBe('The bulk export was not done after 30 seconds (job j)');
	expect(error.description).toMatch(
		/^The job continues .*Get Result.* Or raise Options > Max Wait\. Its last status was RUNNING\. If that means done .* credential\.$/,
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
	const { outcome } = start([RUNNING, look('DONE', 'failed', { ErrorMessage: 'Quota' })]);
	const { error } = (await end(outcome)) as { error: ServiceError };
	expect(error).toMatchObject({ kind: 'jobFailed', jobId: 'j' });
	expect(error.description).toContain('Quota');
});

it('ends at once with the signal', async () => {
	const { stop, outcome, looks } = start([RUNNING]);
	setTimeout(() => stop.abort(new Error('stopped')), 10_000);
	expect(await end(outcome)).toMatchObject({ error: { message: 'stopped' }, at: 10 });
	expect(looks).toEqual([2, 8]);
});

describe('of more jobs than calls a minute', () => {
	/** Twenty jobs that were started at once; each look is noted with its job. */
	function startAll(doneAt: (job: number) => number) {
		const times = new JobTimes();
		const looks: Array<[job: number, at: number]> = [];
		const api = {
			job: async (jobId: string) => {
				const job = Number(jobId);
				const at = Date.now() / 1000;
				looks.push([job, at]);
				return at >= doneAt(job) ? DONE : RUNNING;
			},
			callSpacingMs: 12_000,
		} as unknown as AnalyticsApi;
		const waiting = Array.from({ length: 20 }, async (_, job) => {
			const { signal } = new AbortController();
			const jobId = String(job);
			const time = { pollIntervalMs: 15_000, maxWaitMs: 3_600_000 };
			return await awaitJob({ api, jobId, jobs: 20, times, signal, ...time });
		});
		return { looks, outcome: Promise.all(waiting) };
	}

	it('the oldest is asked about often, and all the others once that is done', async () => {
		const { looks, outcome } = startAll(() => 330);
		expect(await end(outcome)).toHaveLength(20);
		const [first = Infinity] = looks.filter(([, at]) => at >= 330).map(([, at]) => at);
		expect(first).toBeLessThanOrEqual(363);
		expect(looks.filter(([, at]) => at >= 330)).toHaveLength(20);
		expect(looks.every(([, at]) => at <= first + 1)).toBe(true);
		// Now and then, one of the others.
		const others = looks.filter(([job, at]) => job > 0 && at < first);
		expect(others.length).toBeLessThanOrEqual(first / 30);
	});

	it('none waits for the oldest if another one is done before it', async () => {
		const { looks, outcome } = startAll((job) => (job === 0 ? 3_000 : 20));
		expect(await end(outcome)).toHaveLength(20);
		const lastOther = Math.max(...looks.filter(([job]) => job > 0).map(([, at]) => at));
		expect(lastOther).toBeLessThan(31);
		expect(Math.max(...looks.map(([, at]) => at))).toBeLessThanOrEqual(3_060);
	});

	it('a slower one is asked about until it is done', async () => {
		const { looks, outcome } = startAll((job) => (job === 7 ? 1_000 : 20));
		expect(await end(outcome)).toHaveLength(20);
		const last = looks.at(-1);
		expect(last?.[0]).toBe(7);
		expect(last?.[1]).toBeLessThanOrEqual(1_060);
	});
});
