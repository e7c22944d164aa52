import { awaitJob } from '../../../../nodes/Analytics/job/awaitJob';
import type { AnalyticsApi, JobStatus } from '../../../../nodes/Analytics/api/analyticsApi';
import { Progress } from '../../../../nodes/Analytics/progress';
import { ServiceError } from '../../../../nodes/shared/errors';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const look = (Status: string, state: JobStatus['state']): JobStatus => ({
	record: { JobId: 'j', Status, HasError: false },
	state,
});
const RUNNING = look('RUNNING', 'notDone');
const DONE = look('DONE', 'done');
const refusal = (status: number) => new ServiceError('refused', 'No', 'Why.', { status });
const STOPPED = new Error('stopped');

/**
 * Waits for a job of which each look gives the next of `answers`, the last one for ever.
 *
 * @param options Max Wait and when Stop is pressed, in seconds; whether the execution waits for no other job; how long
 * each look waits for its turn, in milliseconds
 */
async function waitFor(
	answers: Array<JobStatus | Error>,
	{ most = 1_800, isAlone = true, turnMs = 0, stopAt = Infinity } = {},
) {
	const from = Date.now();
	const seconds = () => (Date.now() - from) / 1000;
	const stop = new AbortController();
	if (stopAt < Infinity) setTimeout(() => stop.abort(STOPPED), stopAt * 1000);
	/** When the looks got their answers. All times are in seconds since the beginning. */
	const looks: number[] = [];
	/** The options of the requests. */
	const requests: object[] = [];
	const api = {
		async job(_jobId: string, request: object) {
			requests.push(request);
			if (turnMs > 0) await new Promise((resolve) => setTimeout(resolve, turnMs));
			const answer = answers[looks.length] ?? answers.at(-1);
			looks.push(seconds());
			if (answer instanceof Error) throw answer;
			return answer;
		},
	} as unknown as AnalyticsApi;

	const progress = { startedCount: isAlone ? 1 : 2 } as Progress;
	const item = { api, progress, signal: stop.signal, log() {} };
	const waiting = awaitJob(item, { jobId: 'j', maxWaitMs: most * 1000 });
	const ended = waiting.then(
		(status) => ({ status, error: undefined }),
		(error: ServiceError) => ({ status: undefined, error }),
	);
	const outcome = ended.then((end) => ({ ...end, at: seconds() }));
	await jest.advanceTimersByTimeAsync(4_000_000);
	return { ...(await outcome), looks, requests };
}

it('asks once at each look, and lets no request take longer than Max Wait', async () => {
	const deadline = performance.now() + 60_000;
	const { requests } = await waitFor([RUNNING, DONE], { most: 60 });
	expect(requests).toEqual([
		{ retryPolicy: 'never', deadline },
		{ retryPolicy: 'never', deadline },
	]);
});

it('ends with the reason of Stop if the request under way fails afterwards', async () => {
	const { error, looks } = await waitFor([refusal(401)], { stopAt: 5, turnMs: 10_000 });
	expect(error).toBe(STOPPED);
	expect(looks).toHaveLength(1);
});

it('looks after 2 and 8 seconds, then at an interval that grows to a minute', async () => {
	const looking = [...Array<JobStatus>(50).fill(RUNNING), DONE];
	const { looks, status, at } = await waitFor(looking, { most: 3_600 });
	expect({ status, at }).toEqual({ status: DONE, at: looks.at(-1) });
	expect(looks.slice(0, 5)).toEqual([2, 8, 23, 38, 53]);
	const gaps = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
	expect(gaps.at(-1)).toBeCloseTo(60);
	// One that has worked for long is noticed late by a tenth of that at most.
	for (const [at, gap] of gaps.slice(1).entries()) {
		expect(gap).toBeCloseTo(Math.min(60, Math.max(15, looks[at + 1]! * 0.1)));
	}
});

it('asks about one of several jobs in the rhythm of long ones', async () => {
	const answers = [look('QUEUED', 'notDone'), RUNNING, DONE];
	const { looks } = await waitFor(answers, { isAlone: false });
	expect(looks).toEqual([15, 30, 45]);
});

const CONTINUES = 'The job may go on at the service.';
const RAISE = 'To wait longer, raise Options > Max Wait.';

it('ends when the time is up, and names the last status', async () => {
	const { looks, at, error } = await waitFor([look('CANCELLED', 'notDone')], { most: 30 });
	expect({ looks, at }).toEqual({ looks: [2, 8, 23, 25], at: 30 });
	expect(error).toMatchObject({
		kind: 'jobNotReady',
		message: 'The bulk export was not done after 30 seconds (job j)',
		description: `${CONTINUES} Its last status was CANCELLED. ${RAISE}`,
	});
});

it('ends with the failure of the last request if it failed when the time is up', async () => {
	const { error } = await waitFor([refusal(500)], { most: 10 });
	expect(error).toMatchObject({ status: 500, description: `Why. ${CONTINUES} ${RAISE}` });
});

it.each([
	{ most: 14, isAlone: false, firstLook: 9 },
	{ most: 1, isAlone: true, firstLook: 0.5 },
])(
	'looks at least once within a Max Wait of $most seconds',
	async ({ most, isAlone, firstLook }) => {
		const { looks, at } = await waitFor([RUNNING], { most, isAlone });
		expect(looks).toEqual([firstLook]);
		expect(at).toBe(most);
	},
);

it('looks once if the turn for the first look comes after Max Wait, and takes the job if it is done', async () => {
	const { looks, status } = await waitFor([DONE], { most: 60, turnMs: 100_000, isAlone: false });
	expect(looks).toEqual([115]);
	expect(status).toBe(DONE);
});

it('outlives an outage of the service that is shorter than Max Wait', async () => {
	const outage = Array<Error>(20).fill(refusal(503)).with(7, new ServiceError('noAnswer', 'No'));
	const { looks, status } = await waitFor([RUNNING, ...outage, DONE]);
	expect({ looks: looks.length, status }).toEqual({ looks: 22, status: DONE });
});

it('outlives four refusals in a row, and any number of them otherwise', async () => {
	const four = Array.from({ length: 4 }, () => refusal(404));
	const answers = [...four, RUNNING, ...four, RUNNING, ...four, DONE];
	const { looks, status } = await waitFor(answers);
	expect({ looks: looks.length, status }).toEqual({ looks: 15, status: DONE });
});

it('takes "not ready" for a job that is not done, and not for a failure', async () => {
	const { looks, status } = await waitFor([...Array<Error>(9).fill(refusal(202)), DONE]);
	expect({ looks: looks.length, status }).toEqual({ looks: 10, status: DONE });
});

describe('ends at once', () => {
	it.each([
		{ what: 'a refused token', failure: refusal(401) },
		{ what: 'a missing permission', failure: refusal(403) },
		{ what: 'a failure that is final', failure: refusal(404).with({ isFinal: true }) },
	])('with $what', async ({ failure }) => {
		const { error, looks } = await waitFor([failure]);
		expect(error).toMatchObject({ status: failure.status, description: `Why. ${CONTINUES}` });
		expect(looks).toHaveLength(1);
	});

	it('with an error that is no failure of the service, as it is', async () => {
		const bug = new TypeError('ours');
		const { error, looks } = await waitFor([bug]);
		expect(error).toBe(bug);
		expect(looks).toHaveLength(1);
	});
});

it('ends with the fifth refusal in a row', async () => {
	const { error, looks } = await waitFor([refusal(404)]);
	expect(error).toMatchObject({ status: 404, description: `Why. ${CONTINUES}` });
	expect(looks).toHaveLength(5);
});
