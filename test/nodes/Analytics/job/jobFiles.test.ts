import '../../../support/quickWaits';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type JobFile, withJobFiles } from '../../../../nodes/Analytics/job/jobFiles';
import { readRows } from '../../../../nodes/Analytics/bulkFile/reader';
import type { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/shownText';
import { asChunks, collect } from '../../../support/chunks';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';
const brokenOff = new ServiceError({ kind: 'noAnswer', message: 'Broke off' });
const refused = (status: number) => new ServiceError({ kind: 'refused', message: 'No', status });

/** What a download gives: bytes, or bytes and then an end of the connection, or a refusal. */
type Answer = Uint8Array | { before: Uint8Array } | Error;
const table = (...ids: number[]) => gzipSync(`x\na,b\n${ids.map((id) => `${id},y\n`).join('')}`);
const WHOLE = table(1, 2);
const HALF = { before: WHOLE.subarray(0, 20) };
const NOTHING = new Uint8Array();
const DAMAGED = Buffer.concat([WHOLE.subarray(0, -8), Buffer.alloc(8)]);
const RAGGED = gzipSync('x\na,b\n1,2\n3\n');

interface Job {
	jobId: string;
}

/** A service that answers the downloads of each job in turn, the last answer for ever. */
function serviceOf(answers: Record<string, Answer[]>, signal = new AbortController().signal) {
	const asked: string[] = [];
	const warnings: string[] = [];
	let open = 0;
	const api = {
		async download(jobId: string) {
			asked.push(jobId);
			const own = answers[jobId]!;
			const count = asked.filter((other) => other === jobId).length;
			const answer = own[Math.min(count, own.length) - 1]!;
			if (answer instanceof Error) throw answer;
			open += 1;
			async function* chunks() {
				if (answer instanceof Uint8Array) yield* asChunks(answer, 10);
				else if (!(answer instanceof Error)) {
					yield* asChunks(answer.before, 10);
					throw brokenOff;
				}
			}
			return {
				chunks: chunks(),
				toStream: (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes),
				close: async () => void (open -= 1),
			};
		},
		shown: shownText,
	} as unknown as AnalyticsApi;
	const jobs = Object.keys(answers).map((jobId) => ({ jobId }));
	const files = async <T>(sink: (files: AsyncGenerator<JobFile<Job>>) => Promise<T>) =>
		await withJobFiles({ api, jobs, signal, warn: (message) => warnings.push(message) }, sink);
	return { files, asked, warnings, openDownloads: () => open };
}

/** The IDs of all rows of all files; how often it began is counted. */
function idsOf(begun: { count: number }, signal = new AbortController().signal) {
	return async (files: AsyncGenerator<JobFile<Job>>) => {
		begun.count += 1;
		const ids: string[] = [];
		for await (const file of files) {
			const decideNames = async () => ({ names: ['a', 'b'], rowsToSkip: 2 });
			for await (const { rows } of readRows(file, { signal, gives: 'cells', decideNames })) {
				ids.push(...rows.map(([id = '']) => id));
			}
		}
		return ids.join();
	};
}

async function outcomeOf(answers: Record<string, Answer[]>) {
	const service = serviceOf(answers);
	const begun = { count: 0 };
	const outcome = await service.files(idsOf(begun)).catch((error: unknown) => error);
	expect(service.openDownloads()).toBe(0);
	return {
		outcome,
		begun: begun.count,
		asked: service.asked.join(' '),
		warnings: service.warnings,
	};
}

it('gives the rows of all jobs in their order, one download at a time', async () => {
	expect(await outcomeOf({ a: [WHOLE], b: [table()], c: [table(7)] })).toEqual({
		outcome: '1,2,7',
		begun: 1,
		asked: 'a b c',
		warnings: [],
	});
});

it.each<[string, Answer]>([
	['breaks off', HALF],
	['breaks off before its first byte', { before: NOTHING }],
	['is cut off', WHOLE.subarray(0, -3)],
	['is damaged', DAMAGED],
	['is ragged', RAGGED],
])('a file that %s is fetched three times, each time from the beginning', async (_, bad) => {
	expect(await outcomeOf({ a: [bad, bad, WHOLE] })).toMatchObject({ outcome: '1,2', begun: 3 });
	const { outcome, begun, asked } = await outcomeOf({ a: [bad] });
	expect({ begun, asked }).toEqual({ begun: 3, asked: 'a a a' });
	expect(outcome).toMatchObject({ name: 'ServiceError', jobId: 'a' });
	const { message, description } = outcome as ServiceError;
	const isDamaged = bad instanceof Uint8Array;
	expect(message).toBe(
		isDamaged ? 'The file of the bulk export is damaged (job a)' : 'Broke off (job a)',
	);
	expect(description).toContain(GET_RESULT);
});

it('of several jobs, all are fetched again, so that nothing is there twice or missing', async () => {
	expect(await outcomeOf({ a: [WHOLE], b: [HALF, DAMAGED, table(7)] })).toMatchObject({
		outcome: '1,2,7',
		begun: 3,
		asked: 'a b a b a b',
	});
});

it('0 bytes after a break are not "no rows"', async () => {
	const { outcome, begun } = await outcomeOf({ a: [HALF, NOTHING] });
	expect(begun).toBe(3);
	expect(outcome).toMatchObject({
		kind: 'noAnswer',
		message: 'The service sent only a part of the file',
		jobId: 'a',
	});
	expect(await outcomeOf({ a: [HALF, NOTHING, WHOLE] })).toMatchObject({ outcome: '1,2' });
});

describe('a file that is not as usual', () => {
	it.each<[string, Uint8Array, string, RegExp]>([
		['of 0 bytes', NOTHING, '', /^The file of the bulk export is empty \(0 bytes\)/],
		[
			'unpacked on the way',
			Buffer.from('x\na,b\n1,2\n'),
			'1',
			/^The file arrived already unpacked/,
		],
	])('is taken with a warning, said once: %s', async (_, bytes, ids, warning) => {
		const { outcome, warnings } = await outcomeOf({ a: [bytes], b: [bytes] });
		expect(outcome).toBe([ids, ids].filter(Boolean).join());
		expect(warnings).toEqual([expect.stringMatching(warning)]);
	});

	it('is the failure of the job if it is an error description', async () => {
		expect(await outcomeOf({ a: [Buffer.from('Quota exceeded')] })).toMatchObject({
			begun: 1,
			outcome: {
				kind: 'jobFailed',
				message: 'The bulk export returned an error description instead of a file (job a)',
				description: 'It says: Quota exceeded',
			},
		});
	});
});

describe('a file that is later than the word DONE', () => {
	it.each([202, 204, 404, 409, 423, 425])('is waited for: %i', async (status) => {
		const late = [refused(status), refused(status), WHOLE];
		expect(await outcomeOf({ a: late })).toMatchObject({ outcome: '1,2', begun: 1 });
	});

	it('is waited for again after a break', async () => {
		const answers = [refused(404), HALF, refused(409), WHOLE];
		expect(await outcomeOf({ a: answers })).toMatchObject({ outcome: '1,2', begun: 2 });
	});

	it.each([400, 401, 410, 500])('is not waited for: %i', async (status) => {
		expect(await outcomeOf({ a: [refused(status)] })).toMatchObject({
			asked: 'a',
			outcome: { status, message: 'No (job a)', description: GET_RESULT },
		});
	});

	it('is given up after two minutes', async () => {
		const service = serviceOf({ a: [refused(404)] });
		const from = performance.now();
		await expect(service.files(idsOf({ count: 0 }))).rejects.toMatchObject({
			status: 404,
			jobId: 'a',
		});
		const seconds = (performance.now() - from) / 1000;
		expect(seconds).toBeGreaterThan(85);
		expect(seconds).toBeLessThanOrEqual(125);
	});
});

describe('whoever takes the files', () => {
	it.each([
		['fails', new Error('disk full'), 'LocalError'],
		['finds something for the user to fix', new InputError('No such column'), 'InputError'],
		['fails with the service', refused(503), 'ServiceError'],
	])('and %s is not asked again, and the download is closed', async (_, error, name) => {
		const service = serviceOf({ a: [WHOLE], b: [WHOLE] });
		let begun = 0;
		const failing = service.files(async (files) => {
			begun += 1;
			// Without a loop, which would close it.
			await files.next();
			throw error;
		});
		await expect(failing).rejects.toMatchObject({ name });
		expect({ begun, asked: service.asked, open: service.openDownloads() }).toEqual({
			begun: 1,
			asked: ['a'],
			open: 0,
		});
	});

	it('and fails after a break is not asked again for that', async () => {
		const service = serviceOf({ a: [HALF, WHOLE] });
		let begun = 0;
		const failing = service.files(async (files) => {
			begun += 1;
			for await (const file of files) await collect(file.chunks);
			throw new Error('disk full');
		});
		await expect(failing).rejects.toMatchObject({ name: 'LocalError' });
		expect(begun).toBe(2);
	});

	it('and has enough fetches no more, and nothing stays open', async () => {
		const service = serviceOf({ a: [WHOLE], b: [WHOLE] });
		const first = await service.files(async (files) => {
			const { value } = (await files.next()) as { value: JobFile<Job> };
			await value.chunks[Symbol.asyncIterator]().next();
			return value.job.jobId;
		});
		expect(first).toBe('a');
		expect({ asked: service.asked, open: service.openDownloads() }).toEqual({
			asked: ['a'],
			open: 0,
		});
	});

	it('gets the bytes as they are, too', async () => {
		const service = serviceOf({ a: [WHOLE] });
		const bytes = await service.files(async (files) => {
			const { value } = (await files.next()) as { value: JobFile<Job> };
			expect(value).toMatchObject({ isPacked: true, isEmpty: false });
			return await collect(value.chunks);
		});
		expect(bytes.equals(WHOLE)).toBe(true);
	});

	it('ends with Stop, whatever it failed with', async () => {
		const stop = new AbortController();
		const service = serviceOf({ a: [HALF] }, stop.signal);
		const failing = service.files(async (files) => {
			for await (const file of files) {
				stop.abort(new Error('stopped'));
				await collect(file.chunks);
			}
		});
		await expect(failing).rejects.toThrow('stopped');
		expect(service.asked).toEqual(['a']);
	});
});
