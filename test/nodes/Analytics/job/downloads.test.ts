import '../../../support/quickWaits';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type JobFile, withJobFiles } from '../../../../nodes/Analytics/job/downloads';
import { openTable } from '../../../../nodes/Analytics/table/table';
import type { AnalyticsApi } from '../../../../nodes/Analytics/api/analyticsApi';
import { asError, InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/text';
import { asChunks } from '../../../support/chunks';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';
const brokenOff = new ServiceError('noAnswer', 'Broke off');
const refused = (status: number) => new ServiceError('refused', 'No', '', { status });

/** What a download gives: bytes, or bytes and then an end of the connection, or a refusal. */
type Answer = Uint8Array | { before: Uint8Array } | Error;
const table = (...ids: number[]) => gzipSync(`x\na,b\n${ids.map((id) => `${id},y\n`).join('')}`);
const WHOLE = table(1, 2);
const HALF = { before: WHOLE.subarray(0, 20) };
const NOTHING = new Uint8Array();
const DAMAGED = Buffer.concat([WHOLE.subarray(0, -8), Buffer.alloc(8)]);
const CUT_OFF = Buffer.from('x\na,b\n1,y\n2,');
const IS_DAMAGED = 'The file of the bulk export is damaged (job a)';

type Files = AsyncGenerator<JobFile>;

interface Ended {
	outcome: unknown;
	/** The jobs whose files were requested, in this order. */
	asked: string;
	/** How often the reading began. */
	begun: number;
	hints: string[];
}

interface Given {
	read?: (files: Files) => Promise<unknown>;
	signal?: AbortSignal;
	/** What the service says of the size of each file. */
	totalBytes?: number | undefined;
}

/** What comes of a service that answers the downloads of each job in turn, the last answer for ever. */
async function outcomeOf(
	answers: Record<string, Answer[]>,
	{ read = idsOf, signal = new AbortController().signal, totalBytes }: Given = {},
): Promise<Ended> {
	const seen = { asked: '', begun: 0, hints: [] as string[] };
	let open = 0;
	async function* chunksOf(answer: Answer): AsyncGenerator<Uint8Array> {
		if (answer instanceof Error) throw answer;
		yield* asChunks(answer instanceof Uint8Array ? answer : answer.before, 10);
		if (!(answer instanceof Uint8Array)) throw brokenOff;
	}
	const api = {
		async download(jobId: string) {
			seen.asked += jobId;
			const answer = answers[jobId]![seen.asked.split(jobId).length - 2] ?? answers[jobId]!.at(-1)!;
			if (answer instanceof Error) throw answer;
			open += 1;
			return {
				chunks: chunksOf(answer),
				toStream: (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes),
				async close() {
					open -= 1;
				},
			};
		},
		shown: shownText,
	} as unknown as AnalyticsApi;
	const jobs = Object.keys(answers).map((jobId) => {
		const record = { JobId: jobId, Status: 'DONE', HasError: false };
		return {
			jobId,
			fileName: '',
			queryKeys: undefined,
			record: { ...record, TotalBytesCompressed: totalBytes },
		};
	});
	const item = { signal, hint: (text: string) => void seen.hints.push(text) };
	const outcome: unknown = await withJobFiles({ api, jobs, item }, async (files) => {
		seen.begun += 1;
		return await read(files);
	}).catch(asError);
	expect(open).toBe(0);
	return { outcome, ...seen };
}

async function idsOf(files: Files): Promise<string> {
	const ids: string[] = [];
	const columns = {
		names: ['a', 'b'],
		rowsToSkip: 2,
		isAll: true,
		pick: (cells: string[]) => cells,
	};
	for await (const file of files) {
		const table = await openTable(file, { signal: new AbortController().signal });
		for await (const rows of table.rows(columns)) ids.push(...rows.map(([id = '']) => id));
		await table.verify();
	}
	return ids.join();
}

it.each<[string, Answer, string]>([
	['breaks off', HALF, 'Broke off (job a)'],
	['is damaged', DAMAGED, IS_DAMAGED],
	['is empty', NOTHING, IS_DAMAGED],
	['arrives unpacked and ends within a row', CUT_OFF, IS_DAMAGED],
])('a file that %s is fetched three times, with all others', async (_, bad, message) => {
	const ended = await outcomeOf({ a: [bad, bad, WHOLE], b: [bad, bad, table(7)] });
	expect(ended).toMatchObject({ outcome: '1,2,7', begun: 5, asked: 'aaababab' });
	expect(await outcomeOf({ a: [bad] })).toMatchObject({
		begun: 3,
		asked: 'aaa',
		outcome: { message, jobId: 'a', description: expect.stringContaining(GET_RESULT) as string },
	});
});

describe('a file that is later than the word DONE', () => {
	it('is waited for, also after a break', async () => {
		const late = refused(404);
		const answers = { a: [late, late, HALF, late, WHOLE] };
		expect(await outcomeOf(answers)).toMatchObject({ outcome: '1,2', begun: 2, asked: 'aaaaa' });
	});

	it('is given up after two minutes', async () => {
		const from = performance.now();
		const { outcome } = await outcomeOf({ a: [refused(404)] });
		expect(outcome).toMatchObject({ status: 404, jobId: 'a' });
		const seconds = (performance.now() - from) / 1000;
		expect(seconds).toBeGreaterThan(85);
		expect(seconds).toBeLessThanOrEqual(125);
	});
});

describe('whoever takes the files', () => {
	it.each([
		['fails', new Error('disk full'), 'LocalError'],
		['finds something for the user to fix', new InputError('No such column'), 'ServiceError'],
	])('and %s is not asked again, and the download is closed', async (_, error, name) => {
		const failing = async (files: Files) => {
			// Without a loop, which would close it.
			await files.next();
			throw error;
		};
		const answers = { a: [WHOLE], b: [WHOLE] };
		const ended = await outcomeOf(answers, { read: failing });
		expect(ended).toMatchObject({ outcome: { name }, begun: 1, asked: 'a' });
	});

	it('ends with Stop, whatever it failed with', async () => {
		const stop = new AbortController();
		const stopping = async (files: Files) => {
			stop.abort(new Error('stopped'));
			return await idsOf(files);
		};
		const outcome = { message: 'stopped' };
		expect(await outcomeOf({ a: [HALF] }, { read: stopping, signal: stop.signal })).toMatchObject({
			outcome,
			asked: 'a',
		});
	});
});

describe('a file that is shorter than the service reports', () => {
	const totalBytes = WHOLE.length + 1;

	it('is downloaded again, and taken with a warning if it is as short again', async () => {
		const { outcome, asked, hints } = await outcomeOf({ a: [WHOLE] }, { totalBytes });
		expect(outcome).toBe('1,2');
		expect(asked).toBe('aa');
		expect(hints).toHaveLength(1);
		expect(hints[0]).toContain(
			`The file has ${WHOLE.length} bytes, but the service reports ${totalBytes} (TotalBytesCompressed of job a)`,
		);
	});

	it('is whole if it is not short the second time', async () => {
		const longer = Buffer.concat([WHOLE, gzipSync('3,y\n')]);
		const { outcome, asked, hints } = await outcomeOf({ a: [WHOLE, longer] }, { totalBytes });
		expect(outcome).toBe('1,2,3');
		expect(asked).toBe('aa');
		expect(hints).toEqual([]);
	});

	it('is damaged if it has another length each time', async () => {
		const { outcome, asked } = await outcomeOf(
			{ a: [table(1), table(1, 2), table(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)] },
			{ totalBytes: 1_000 },
		);
		expect(outcome).toMatchObject({ message: IS_DAMAGED });
		expect((outcome as ServiceError).description).toContain(' of the 1000 bytes that the service');
		expect(asked).toBe('aaa');
	});

	it('is no matter where the service reports no size, or a smaller one', async () => {
		for (const smaller of [undefined, 0, WHOLE.length]) {
			const ended = await outcomeOf({ a: [WHOLE] }, { totalBytes: smaller });
			expect(ended).toMatchObject({ outcome: '1,2', asked: 'a', hints: [] });
		}
	});

	it('cannot be told if it arrived unpacked', async () => {
		const ended = await outcomeOf({ a: [Buffer.from('x\na,b\n1,y\n')] }, { totalBytes: 1_000 });
		expect(ended).toMatchObject({ outcome: '1', asked: 'a' });
		expect(ended.hints.join()).toContain('already unpacked');
	});
});
