import { awaitJob, jobFailure } from '../../../../nodes/Analytics/job/awaitJob';
import type { AnalyticsApi, JobStatus } from '../../../../nodes/Analytics/api/analyticsApi';
import { ServiceError } from '../../../../nodes/shared/errors';
import { readPrefix } from '../../../../nodes/shared/http/body';
import { errorText } from '../../../../nodes/shared/http/errorText';
import { Secret } from '../../../../nodes/shared/http/redact';
import { shownText } from '../../../../nodes/shared/text';
import { asChunks } from '../../../support/chunks';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const look = (Status: string, state: JobStatus['state'], more: object = {}): JobStatus => ({
	record: { JobId: 'j', Status, HasError: state === 'failed', ...more },
	state,
});
const RUNNING = look('RUNNING', 'running');
const DONE = look('DONE', 'done');
const FAILED = look('DONE', 'failed', { ErrorMessage: 'Quota' });
const refusal = (status: number) => new ServiceError('refused', 'No', 'Why.', { status });

/** Waits for a job of which each look gives the next of `answers`, the last one for ever. */
async function waitFor(
	answers: Array<JobStatus | Error>,
	{ most = 1_800, isAlone = true, stopAt = 0, turnMs = 0 } = {},
) {
	/** The seconds at which it looked. */
	const looks: number[] = [];
	const stop = new AbortController();
	if (stopAt) setTimeout(() => stop.abort(new Error('stopped')), stopAt * 1000);
	const [from, started] = [Date.now(), performance.now()];
	const seconds = () => (Date.now() - from) / 1000;
	const api = {
		job: async (_: string, given: { repeat: string; deadline: number }) => {
			expect(given).toEqual({ repeat: 'never', deadline: most * 1000 + started });
			if (turnMs > 0) await new Promise((resolve) => setTimeout(resolve, turnMs));
			const answer = answers[Math.min(looks.length, answers.length - 1)];
			looks.push(seconds());
			if (answer instanceof Error) throw answer;
			return answer;
		},
		shown: shownText,
	} as unknown as AnalyticsApi;
	const how = { isAlone, maxWaitMs: most * 1000, signal: stop.signal };
	const outcome = awaitJob({ api, jobId: 'j', ...how })
		.then(
			(record) => ({ record, error: undefined }),
			(error: ServiceError) => ({ record: undefined, error }),
		)
		.then(async (end) => {
			const at = seconds();
			for (let turn = 0; turn < 20; turn++) await Promise.resolve();
			// Not even the one for the longest wait goes on.
			expect(jest.getTimerCount()).toBe(0);
			return { ...end, at };
		});
	await jest.advanceTimersByTimeAsync(4_000_000);
	return { ...(await outcome), looks };
}

it('looks after 2 and 8 seconds, then at an interval that grows to a minute', async () => {
	const looking = [...Array<JobStatus>(50).fill(RUNNING), DONE];
	const { looks, record, at } = await waitFor(looking, { most: 3_600 });
	expect({ record, at }).toEqual({ record: DONE.record, at: looks.at(-1) });
	expect(looks.slice(0, 5)).toEqual([2, 8, 23, 38, 53]);
	const gaps = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
	expect(gaps.at(-1)).toBeCloseTo(60);
	// One that has worked for long is noticed late by a tenth of that at most.
	for (const [at, gap] of gaps.slice(1).entries()) {
		expect(gap).toBeCloseTo(Math.min(60, Math.max(15, looks[at + 1]! * 0.1)));
	}
});

it('asks about one of several jobs in the rhythm of long ones', async () => {
	const answers = [look('QUEUED', 'running'), RUNNING, DONE];
	const { looks } = await waitFor(answers, { isAlone: false });
	expect(looks).toEqual([15, 30, 45]);
});

it('ends when the time is up, and names the last status where one was told', async () => {
	const { looks, at, error } = await waitFor([RUNNING], { most: 30 });
	expect({ looks, at }).toEqual({ looks: [2, 8, 23, 25], at: 30 });
	const goOn =
		'The job continues at the service: run Bulk Export > Get Result with this job ID within 24 hours. Or raise Options > Max Wait.';
	expect(error).toMatchObject({
		kind: 'jobNotReady',
		jobId: 'j',
		message: 'The bulk export was not done after 30 seconds (job j)',
		description: `${goOn} Its last status was RUNNING.`,
	});
	const { error: silent } = await waitFor([refusal(500)], { most: 10 });
	expect(silent).toMatchObject({ kind: 'jobNotReady', description: goOn });
});

it.each([
	[14, false, [9]],
	[1, true, [0.5]],
])('looks at least once, within a Max Wait of %s seconds', async (most, isAlone, looks) => {
	expect(await waitFor([RUNNING], { most, isAlone })).toMatchObject({ looks, at: most });
});

it('looks once even if the turn for it comes later, and takes the job if it is done', async () => {
	const late = { most: 60, turnMs: 100_000, isAlone: false };
	expect(await waitFor([DONE], late)).toMatchObject({ looks: [115], record: DONE.record });
	const { looks, at, error } = await waitFor([RUNNING], late);
	const end = { looks: [115], at: expect.closeTo(115) as number, kind: 'jobNotReady' };
	expect({ looks, at, kind: error?.kind }).toEqual(end);
});

it('outlives four failures in a row, and any number of them otherwise', async () => {
	const four = Array.from({ length: 4 }, () => refusal(500));
	const answers = [...four, RUNNING, ...four, RUNNING, ...four, DONE];
	const { looks, record } = await waitFor(answers);
	expect({ looks: looks.length, record }).toEqual({ looks: 15, record: DONE.record });
});

const whyAndHow = expect.stringMatching(/^Why\. The job continues at the service/) as string;
const quoted = expect.stringContaining('The service said: Quota.') as string;
const final = refusal(404).with({ isFinal: true });
const last = { status: 500, message: 'No (job j)', description: whyAndHow };

it.each<[string, JobStatus | Error, looks: number, object]>([
	['the fifth failure in a row', refusal(500), 5, last],
	['what no other try changes', final, 1, { message: 'No (job j)' }],
	['a refused token', refusal(401), 1, { status: 401, jobId: 'j' }],
	['what is no failure of the service', new TypeError('ours'), 1, { message: 'ours' }],
	['the failure of the job', FAILED, 1, { kind: 'jobFailed', jobId: 'j', description: quoted }],
])('ends with %s', async (_, answer, looks, expected) => {
	const waited = await waitFor([answer]);
	expect(waited.error).toMatchObject(expected);
	expect(waited.looks).toHaveLength(looks);
});

const TOKEN = 'a-token-of-some-length';
const shown = (text: string) => shownText(errorText(text));
const fileOf = (chunks: AsyncIterable<Uint8Array>) =>
	({
		download: async () => ({
			readPrefix: async (maxBytes: number) => await readPrefix(chunks, maxBytes, new Secret(TOKEN)),
		}),
		shown,
	}) as unknown as AnalyticsApi;
const fileIs = (content: string | Uint8Array) => fileOf(asChunks(Buffer.from(content), 10_000));

const failureOf = async (api: AnalyticsApi, ErrorMessage: string | null, Status = 'ERROR') =>
	await jobFailure(api, 'j', { JobId: 'j', Status, HasError: true, ErrorMessage });
const described = (words: string) => ({
	kind: 'jobFailed',
	jobId: 'j',
	message: 'The bulk export failed (job j)',
	description: `The service said: ${words} Check the query, its dates and its filters, and start the export again.`,
});

it.each<[string, string, AnalyticsApi]>([
	['is quoted', 'Quota. The file says: Too many rows.', fileIs('Too many rows\n')],
	['is left out if it is empty', 'Quota.', fileIs(' \n')],
	['shows no part of the token where it is cut', 'Quota.', fileIs(`${' '.repeat(65_530)}${TOKEN}`)],
	['is left out if it is no text', 'Quota.', fileIs(Uint8Array.of(0x1f, 0x8b, 0xff, 0x80))],
	['is left out if it cannot be had', 'Quota.', { shown } as AnalyticsApi],
])('the file of a job that failed %s', async (_, words, api) => {
	expect(await failureOf(api, 'Quota')).toMatchObject(described(words));
});

it('a job that failed without an ErrorMessage has its Status shown', async () => {
	expect(await failureOf(fileIs(''), null, 'ABORTED')).toMatchObject(described('Status ABORTED.'));
});
