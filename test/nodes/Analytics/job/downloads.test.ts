import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { type JobFile, withJobFiles } from '../../../../nodes/Analytics/job/downloads';
import { Table } from '../../../../nodes/Analytics/table/table';
import type { AnalyticsApi } from '../../../../nodes/Analytics/api/analyticsApi';
import { cancellableSleep } from '../../../../nodes/shared/abort';
import { asError, InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/text';
import { asChunks } from '../../../support/chunks';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';
const IS_DAMAGED = 'The file of the bulk export is damaged (job a)';

/** What the service sends when a file is downloaded: a whole response, one that breaks off, or a refusal. */
type Answer = Uint8Array | BrokenOff | Error;

interface BrokenOff {
	/** What came before the connection broke off. */
	before: Uint8Array;
}

/** A compressed file with a row for each ID. */
function fileWith(...ids: number[]): Buffer {
	return gzipSync(`x\na,b\n${ids.map((id) => `${id},y\n`).join('')}`);
}

const WHOLE = fileWith(1, 2);
const BROKEN_OFF: BrokenOff = { before: WHOLE.subarray(0, 20) };
const EMPTY = new Uint8Array();
const WITH_WRONG_CHECKSUM = Buffer.concat([WHOLE.subarray(0, -8), Buffer.alloc(8)]);
const UNPACKED = Buffer.from('x\na,b\n1,y\n2,yes\n');
const TOO_SHORT_IN_A_VALUE = Buffer.from('x\na,b\n1,y\n2,ye');
const NOT_FOUND = new ServiceError('refused', 'No', '', { status: 404 });

type Files = AsyncGenerator<JobFile>;

interface Outcome {
	/** What the caller returned, or the error that was thrown. */
	outcome: unknown;
	/** The jobs whose files were downloaded, in this order. */
	downloads: string[];
	/** How often the caller began to read. */
	begun: number;
	hints: string[];
	/** What was written to n8n's log. */
	logged: string[];
}

interface Caller {
	/** What the caller does with the files; by default, it returns the IDs of all rows. */
	read?: (files: Files) => Promise<unknown>;
	signal?: AbortSignal;
	/** The size of each file, as the records of the jobs have it. */
	totalBytes?: number | undefined;
	/** How long the first call for a download takes. */
	firstDownloadMs?: number;
}

/** @param answers to the downloads of each job, one after the other; the last one is repeated */
async function outcomeOf(
	answers: Record<string, Answer[]>,
	{
		read = idsOf,
		signal = new AbortController().signal,
		totalBytes,
		firstDownloadMs = 0,
	}: Caller = {},
): Promise<Outcome> {
	const downloads: string[] = [];
	const hints: string[] = [];
	const logged: string[] = [];
	let begun = 0;
	let open = 0;
	const api = {
		async download(jobId: string) {
			const earlier = downloads.filter((id) => id === jobId).length;
			const isSlow = downloads.length === 0 && firstDownloadMs > 0;
			if (isSlow) await cancellableSleep(firstDownloadMs, signal);
			downloads.push(jobId);
			const all = answers[jobId]!;
			const answer = all[earlier] ?? all.at(-1)!;
			if (answer instanceof Error) throw answer;
			open += 1;
			return {
				chunks: chunksOf(answer),

				async close() {
					open -= 1;
				},
			};
		},
		shown: shownText,
	} as unknown as AnalyticsApi;
	const jobs = Object.keys(answers).map((jobId) => ({
		jobId,
		fileName: '',
		record: { JobId: jobId, Status: 'DONE', HasError: false, TotalBytesCompressed: totalBytes },
	}));
	const log = (text: string) => void logged.push(text);
	const item = { api, signal, hint: (text: string) => void hints.push(text), log };
	const outcome: unknown = await withJobFiles({ jobs, item }, async (files) => {
		begun += 1;
		return await read(files);
	}).catch(asError);
	// Whatever happens, no connection is left open.
	expect(open).toBe(0);
	return { outcome, downloads, begun, hints, logged };
}

async function* chunksOf(answer: Uint8Array | BrokenOff): AsyncGenerator<Uint8Array> {
	const isWhole = answer instanceof Uint8Array;
	yield* asChunks(isWhole ? answer : answer.before, 10);
	if (!isWhole) throw new ServiceError('noAnswer', 'Broke off');
}

/** Reads all files to their ends. @returns the first cells of their rows */
async function idsOf(files: Files): Promise<string> {
	const ids: string[] = [];
	const columns = {
		names: ['a', 'b'],
		rowsToSkip: 2,
		isAll: true,
		pick: (cells: string[]) => cells,
	};
	for await (const file of files) {
		const table = await Table.open(file, { signal: new AbortController().signal });
		for await (const rows of table.rows(columns)) ids.push(...rows.map(([id = '']) => id));
		await table.verify();
	}
	return ids.join();
}

describe.each([
	{ what: 'breaks off', bad: BROKEN_OFF, message: 'Broke off (job a)' },
	{ what: 'has a wrong checksum', bad: WITH_WRONG_CHECKSUM, message: IS_DAMAGED },
	{ what: 'is empty', bad: EMPTY, message: IS_DAMAGED },
])('a file that $what', ({ bad, message }) => {
	it('is downloaded up to three times, and the files before it each time with it', async () => {
		const answers = { a: [bad, bad, WHOLE], b: [bad, bad, fileWith(7)] };
		const { outcome, begun, downloads } = await outcomeOf(answers);
		expect(outcome).toBe('1,2,7');
		expect(begun).toBe(5);
		expect(downloads).toEqual(['a', 'a', 'a', 'b', 'a', 'b', 'a', 'b']);
	});

	it('is an error if it is so each time, which says how to fetch it again', async () => {
		const { outcome, begun, downloads } = await outcomeOf({ a: [bad] });
		expect(outcome).toMatchObject({ message, jobId: 'a' });
		expect((outcome as ServiceError).description).toContain(GET_RESULT);
		expect(begun).toBe(3);
		expect(downloads).toEqual(['a', 'a', 'a']);
	});
});

it('writes to the log that a file was received, once it has been read to its end', async () => {
	const { logged } = await outcomeOf({ a: [BROKEN_OFF, WHOLE] });
	expect(logged).toEqual([`Received the file of job a (${WHOLE.length} bytes)`]);
});

describe('a file that is not there yet although its job is done', () => {
	it('is waited for, also when it is downloaded again after a break', async () => {
		const answers = { a: [NOT_FOUND, NOT_FOUND, BROKEN_OFF, NOT_FOUND, WHOLE] };
		const { outcome, begun, downloads } = await outcomeOf(answers);
		expect(outcome).toBe('1,2');
		expect(begun).toBe(2);
		expect(downloads).toHaveLength(5);
	});

	it('is waited for from its first late answer on, however long that call had to wait for its turn', async () => {
		const answers = { a: [NOT_FOUND, WHOLE] };
		const { outcome } = await outcomeOf(answers, { firstDownloadMs: 10 * 60_000 });
		expect(outcome).toBe('1,2');
	});

	it('is given up after two minutes', async () => {
		const from = performance.now();
		const { outcome } = await outcomeOf({ a: [NOT_FOUND] });
		expect(outcome).toMatchObject({ status: 404, jobId: 'a' });
		const seconds = (performance.now() - from) / 1000;
		expect(seconds).toBeGreaterThan(85);
		expect(seconds).toBeLessThanOrEqual(125);
	});
});

describe('a caller that fails while it reads', () => {
	it.each([
		{ why: 'the disk is full', error: new Error('disk full'), name: 'LocalError' },
		{
			why: 'the user has to change something',
			error: new InputError('No such column'),
			name: 'ServiceError',
		},
	])('does not begin again, and its download is closed: $why', async ({ error, name }) => {
		const read = async (files: Files) => {
			// Not by a loop, which would close the download itself.
			await files.next();
			throw error;
		};
		const { outcome, begun, downloads } = await outcomeOf({ a: [WHOLE], b: [WHOLE] }, { read });
		expect(outcome).toMatchObject({ name });
		expect(begun).toBe(1);
		expect(downloads).toEqual(['a']);
	});

	it('gets the reason of Stop if the download breaks off after it', async () => {
		const stop = new AbortController();
		const read = async (files: Files) => {
			stop.abort(new Error('stopped'));
			return await idsOf(files);
		};
		const answers = { a: [BROKEN_OFF] };
		const { outcome, downloads } = await outcomeOf(answers, { read, signal: stop.signal });
		expect(outcome).toMatchObject({ message: 'stopped' });
		expect(downloads).toEqual(['a']);
	});

	it('gets the reason of Stop if it fails with an error of its own after it', async () => {
		const stop = new AbortController();
		const read = async (files: Files) => {
			await files.next();
			stop.abort(new Error('stopped'));
			throw new Error('disk full');
		};
		const { outcome } = await outcomeOf({ a: [WHOLE] }, { read, signal: stop.signal });
		expect(outcome).toMatchObject({ message: 'stopped' });
	});
});

describe('a compressed file that is shorter than the service reports', () => {
	const totalBytes = WHOLE.length + 1;
	const longer = Buffer.concat([WHOLE, gzipSync('3,y\n')]);

	it('is downloaded again, and taken with a warning if it is as short again', async () => {
		const { outcome, begun, downloads, hints } = await outcomeOf({ a: [WHOLE] }, { totalBytes });
		expect(outcome).toBe('1,2');
		expect(begun).toBe(1);
		expect(downloads).toEqual(['a', 'a']);
		expect(hints).toHaveLength(1);
		expect(hints[0]).toContain(
			`The file has ${WHOLE.length} bytes, but the service reports ${totalBytes} (TotalBytesCompressed of job a)`,
		);
	});

	it('is read again if it is not short the second time', async () => {
		const { outcome, begun, hints } = await outcomeOf({ a: [WHOLE, longer] }, { totalBytes });
		expect(outcome).toBe('1,2,3');
		expect(begun).toBe(2);
		expect(hints).toEqual([]);
	});

	it('is damaged if it has another length each time', async () => {
		const answers = [WHOLE, longer, WHOLE, longer, WHOLE, longer];
		const { outcome, downloads } = await outcomeOf({ a: answers }, { totalBytes: 1_000 });
		expect(outcome).toMatchObject({ message: IS_DAMAGED });
		expect((outcome as ServiceError).description).toContain('The service reports 1000 bytes.');
		expect(downloads).toHaveLength(6);
	});
});

it.each([{ reported: undefined }, { reported: 0 }, { reported: WHOLE.length }])(
	'a compressed file that is no shorter than the service reports is downloaded once: $reported bytes',
	async ({ reported }) => {
		const { outcome, downloads, hints } = await outcomeOf({ a: [WHOLE] }, { totalBytes: reported });
		expect(outcome).toBe('1,2');
		expect(downloads).toEqual(['a']);
		expect(hints).toEqual([]);
	},
);

describe('a file that was unpacked on the way', () => {
	/** Of the same length, with another digit. */
	const CHANGED = Buffer.from(UNPACKED.toString().replace('1', '7'));

	it('is whole if it is the same when it is downloaded again, whatever size the service reports', async () => {
		const answers = { a: [UNPACKED], b: [UNPACKED] };
		const { outcome, begun, downloads, hints } = await outcomeOf(answers, { totalBytes: 1_000 });
		expect(outcome).toBe('1,2,1,2');
		expect(begun).toBe(1);
		expect(downloads).toEqual(['a', 'a', 'b', 'b']);
		expect(hints).toEqual([]);
	});

	it.each([
		{ what: 'is cut off in its last value', bad: TOO_SHORT_IN_A_VALUE },
		{ what: 'is cut off between two rows', bad: Buffer.from('x\na,b\n1,y\n') },
		{ what: 'is cut off in its names', bad: Buffer.from('x\na,') },
		{ what: 'is cut off within a quoted value', bad: Buffer.from('x\na,b\n1,y\n2,"') },
		{
			what: 'is cut off and followed by a page',
			bad: Buffer.concat([TOO_SHORT_IN_A_VALUE, Buffer.from('<html>Timeout</html>\n')]),
		},
		{ what: 'is changed', bad: CHANGED },
	])('is read again if it $what the first or the second time', async ({ bad }) => {
		const first = await outcomeOf({ a: [bad, UNPACKED] });
		expect(first).toMatchObject({ outcome: '1,2', begun: 2 });
		const second = await outcomeOf({ a: [UNPACKED, bad, UNPACKED] });
		expect(second).toMatchObject({ outcome: '1,2', begun: 2, downloads: ['a', 'a', 'a', 'a'] });
	});

	it.each([
		{ place: 'its last value', bad: TOO_SHORT_IN_A_VALUE },
		{ place: 'a quoted value', bad: Buffer.from('x\na,b\n1,y\n2,"') },
		{ place: 'a character', bad: Buffer.from('x\na,b\n1,y\n2,é').subarray(0, -1) },
	])('is damaged if it is cut off within $place each time', async ({ bad }) => {
		const { outcome, begun, downloads } = await outcomeOf({ a: [bad] });
		expect(outcome).toMatchObject({ message: IS_DAMAGED, jobId: 'a' });
		const { description } = outcome as ServiceError;
		expect(description).toContain(
			'It arrived already unpacked, and does not end with a line break, as a whole CSV file does.',
		);
		expect(description).toContain(GET_RESULT);
		expect(begun).toBe(3);
		expect(downloads).toHaveLength(3);
	});

	it.each(['\n', '\r\n', '\r'])('may end with any line break: %j', async (lineBreak) => {
		const { outcome } = await outcomeOf({
			a: [Buffer.from(UNPACKED.toString().replaceAll('\n', lineBreak))],
		});
		expect(outcome).toBe('1,2');
	});

	it('is damaged if it is another file each time', async () => {
		const answers = { a: [UNPACKED, CHANGED, UNPACKED, CHANGED, UNPACKED, CHANGED] };
		const { outcome, begun } = await outcomeOf(answers);
		expect(outcome).toMatchObject({ message: IS_DAMAGED, jobId: 'a' });
		expect((outcome as ServiceError).description).toContain(GET_RESULT);
		expect(begun).toBe(3);
	});

	it('is read again if its second download breaks off', async () => {
		const brokenOff = { before: UNPACKED.subarray(0, 9) };
		const { outcome, begun } = await outcomeOf({ a: [UNPACKED, brokenOff, UNPACKED] });
		expect(outcome).toBe('1,2');
		expect(begun).toBe(2);
	});

	it('is downloaded once if it is an error description', async () => {
		const { outcome, downloads } = await outcomeOf({ a: [Buffer.from('Failed, sorry\nlater')] });
		expect(outcome).toMatchObject({ kind: 'jobFailed' });
		expect(downloads).toEqual(['a']);
	});
});
