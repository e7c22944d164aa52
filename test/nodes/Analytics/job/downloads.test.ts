import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { type JobFile, withJobFiles } from '../../../../nodes/Analytics/job/downloads';
import { Progress } from '../../../../nodes/Analytics/progress';
import { Table } from '../../../../nodes/Analytics/table/table';
import { NotCsv } from '../../../../nodes/Analytics/table/fileErrors';
import type { AnalyticsApi } from '../../../../nodes/Analytics/api/analyticsApi';
import { cancellableSleep } from '../../../../nodes/shared/abort';
import { asError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/text';
import { asChunks } from '../../../support/chunks';

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
const UNPACKED = Buffer.from('x\na,b\n1,y\n2,yes\n');
const NOT_FOUND = new ServiceError('refused', 'No', '', { status: 404 });

type Files = AsyncGenerator<JobFile>;

/**
 * @param answers to the downloads of each job, one after the other; the last one is repeated
 * @param caller what it does with the files: by default, it returns the IDs of all rows; the size of each file and the
 * message, as the records of the jobs have them; how many bytes each response says that it sends; how long the first call
 * for a download takes
 */
async function outcomeOf(
	answers: Record<string, Answer[]>,
	{
		read = idsOf,
		signal = new AbortController().signal,
		totalBytes = undefined as number | undefined,
		sentBytes = undefined as number | undefined,
		firstDownloadMs = 0,
		errorMessage = '',
	} = {},
) {
	/** The jobs whose files were downloaded, in this order. */
	const downloads: string[] = [];
	const hints: string[] = [];
	/** How often the caller began to read. */
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
				sentBytes,
				discard() {
					open -= 1;
				},
			};
		},
		client: { quote: shownText },
	} as unknown as AnalyticsApi;
	const jobs = Object.keys(answers).map((jobId) => ({
		jobId,
		record: {
			...{ JobId: jobId, Status: 'DONE', HasError: false, ErrorMessage: errorMessage },
			TotalBytesCompressed: totalBytes,
		},
	}));
	const progress = new Progress(signal);
	const item = { api, signal, progress, hint: (text: string) => void hints.push(text), log() {} };
	const outcome: unknown = await withJobFiles({ jobs, item }, async (files) => {
		begun += 1;
		return await read(files);
	}).catch(asError);
	// Whatever happens, no connection is left open.
	expect(open).toBe(0);
	return { outcome, downloads, begun, hints };
}

async function* chunksOf(answer: Uint8Array | BrokenOff): AsyncGenerator<Uint8Array> {
	const isWhole = answer instanceof Uint8Array;
	yield* asChunks(isWhole ? answer : answer.before, 10);
	if (!isWhole) throw new ServiceError('noAnswer', 'Broke off');
}

const COLUMNS = {
	names: ['a', 'b'],
	rowsToSkip: 2,
	isAll: true,
	pick: (cells: string[]) => cells,
};

/** Reads all files to their ends. @returns the first cells of their rows */
async function idsOf(files: Files): Promise<string> {
	const ids: string[] = [];
	for await (const file of files) {
		const table = await Table.open(file);
		for await (const rows of table.rows(COLUMNS)) ids.push(...rows.map(([id = '']) => id));
	}
	return ids.join();
}

/** @param says a part of its description */
const failed = (message: string, says = '') =>
	expect.objectContaining({
		message,
		description: expect.stringContaining(says) as string,
	}) as object;

describe.each([
	{ what: 'breaks off', bad: BROKEN_OFF, message: 'Broke off (job a)' },
	{ what: 'is empty', bad: EMPTY, message: IS_DAMAGED },
])('a file that $what', ({ bad, message }) => {
	it('is downloaded up to three times, and the files before it each time with it', async () => {
		const answers = { a: [bad, bad, WHOLE], b: [bad, bad, fileWith(7)] };
		const downloads = ['a', 'a', 'a', 'b', 'a', 'b', 'a', 'b'];
		expect(await outcomeOf(answers)).toMatchObject({ outcome: '1,2,7', begun: 5, downloads });
	});

	it('is an error that names its job if it is so each time', async () => {
		const outcome = failed(message);
		const downloads = ['a', 'a', 'a'];
		expect(await outcomeOf({ a: [bad] })).toMatchObject({ outcome, begun: 3, downloads });
	});
});

describe('a file that is not there yet although its job is done', () => {
	it('is waited for, also when it is downloaded again after a break', async () => {
		const a = [NOT_FOUND, NOT_FOUND, BROKEN_OFF, NOT_FOUND, WHOLE];
		const downloads = Array(5).fill('a') as string[];
		expect(await outcomeOf({ a })).toMatchObject({ outcome: '1,2', begun: 2, downloads });
	});

	it.each([
		{ status: 202, outcome: '1,2' },
		{ status: 410, outcome: { status: 410 } },
		// The service is down for a moment.
		{ status: 503, outcome: '1,2' },
		{ status: 403, outcome: { status: 403 } },
	])('is waited for while it may come: $status', async ({ status, outcome }) => {
		const refused = new ServiceError('refused', 'No', '', { status });
		expect(await outcomeOf({ a: [refused, WHOLE] })).toMatchObject({ outcome });
	});

	it('is waited for from its first late answer on, however long that call had to wait for its turn', async () => {
		const late = { firstDownloadMs: 10 * 60_000 };
		expect(await outcomeOf({ a: [NOT_FOUND, WHOLE] }, late)).toMatchObject({ outcome: '1,2' });
	});

	it('is waited for while no connection can be made', async () => {
		const down = new ServiceError('notSent', 'No connection');
		expect(await outcomeOf({ a: [down, down, WHOLE] })).toMatchObject({ outcome: '1,2' });
	});

	it('is given up after two minutes', async () => {
		const from = performance.now();
		const outcome = { status: 404, message: 'No (job a)' };
		expect(await outcomeOf({ a: [NOT_FOUND] })).toMatchObject({ outcome });
		const seconds = (performance.now() - from) / 1000;
		expect(seconds).toBeGreaterThan(85);
		expect(seconds).toBeLessThanOrEqual(125);
	});
});

describe('a caller that fails while it reads', () => {
	it.each([
		// What goes wrong on this side is not blamed on the network.
		{ name: 'InputError', error: new Error('disk full') },
		{ name: 'ServiceError', error: new NotCsv('Row 7.') },
	])('does not begin again, and its $name has the reason', async ({ name, error }) => {
		const read = async (files: Files) => {
			// Not by a loop, which would close the download itself.
			await files.next();
			throw error;
		};
		const ended = await outcomeOf({ a: [WHOLE], b: [WHOLE] }, { read });
		const outcome = { name, description: expect.stringContaining(error.message) as string };
		expect(ended).toMatchObject({ outcome, begun: 1, downloads: ['a'] });
	});

	it('gets the reason of Stop after it, also if it fails with an error of its own', async () => {
		const stop = new AbortController();
		const read = async (files: Files) => {
			stop.abort(new Error('stopped'));
			await files.next();
			throw new Error('disk full');
		};
		const ended = await outcomeOf({ a: [WHOLE] }, { read, signal: stop.signal });
		expect(ended).toMatchObject({ outcome: { message: 'stopped' }, downloads: ['a'] });
	});
});

describe('a caller that forgets to', () => {
	it.each([
		{
			what: 'read a file before it takes the next one',
			forget: async (files: Files) => {
				for await (const file of files) if (file.job.jobId === 'b') await idsOf(only(file));
			},
		},
		{
			what: 'read the rows of a file to their end',
			forget: async (files: Files) => {
				for await (const file of files) {
					const table = await Table.open(file);
					for await (const rows of table.rows(COLUMNS)) if (rows.length > 0) break;
				}
			},
		},
		{
			what: 'take all files',
			forget: async (files: Files) => {
				const { value } = (await files.next()) as { value: JobFile };
				await idsOf(only(value));
			},
		},
	])('$what passes nothing on', async ({ forget }) => {
		const read = async (files: Files) => {
			await forget(files);
			return 'passed on';
		};
		// More than is read together with the head.
		const long = fileWith(...Array(20_000).keys());
		const ended = await outcomeOf({ a: [long], b: [WHOLE] }, { read });
		const description = expect.stringContaining('A file was not read to its end') as string;
		expect(ended).toMatchObject({ outcome: { name: 'InputError', description }, begun: 1 });
	});

	it('read a file passes on what it has if it has left the file for a Limit', async () => {
		const read = async (files: Files) => {
			for await (const file of files) {
				file.leave();
				break;
			}
			return 'passed on';
		};
		const ended = await outcomeOf({ a: [WHOLE], b: [WHOLE] }, { read });
		expect(ended).toMatchObject({ outcome: 'passed on', downloads: ['a'] });
	});
});

/** The files of a loop that another loop goes on with. */
async function* only(file: JobFile): Files {
	yield file;
}

describe('a compressed file that is shorter than the service reports', () => {
	const totalBytes = WHOLE.length + 1;
	const longer = Buffer.concat([WHOLE, gzipSync('3,y\n')]);

	it('is downloaded again, and taken with a warning if it is as short again', async () => {
		const { hints, ...ended } = await outcomeOf({ a: [WHOLE] }, { totalBytes });
		expect(ended).toMatchObject({ outcome: '1,2', begun: 1, downloads: ['a', 'a'] });
		expect(hints).toEqual([
			expect.stringContaining(
				`The file has ${WHOLE.length} bytes, but the service reports ${totalBytes} (TotalBytesCompressed of job a)`,
			),
		]);
	});

	it('is damaged if it has another length each time', async () => {
		const a = [WHOLE, longer, WHOLE, longer, WHOLE, longer];
		const { outcome, downloads } = await outcomeOf({ a }, { totalBytes: 1_000 });
		expect(outcome).toEqual(failed(IS_DAMAGED, 'The service reports 1000 bytes.'));
		expect(downloads).toHaveLength(6);
	});
});

it('a job that is done although the service names an error is taken with a warning', async () => {
	const ended = await outcomeOf({ a: [WHOLE] }, { errorMessage: 'Only 3 of 5 shards' });
	const warning =
		'The job a is done, but the service says: Only 3 of 5 shards. Check whether rows are missing.';
	expect(ended).toMatchObject({ outcome: '1,2', hints: [warning] });
});

it.each([undefined, 0, WHOLE.length])(
	'a compressed file that is no shorter than the service reports is downloaded once: %p bytes',
	async (totalBytes) => {
		const ended = await outcomeOf({ a: [WHOLE] }, { totalBytes });
		expect(ended).toMatchObject({ outcome: '1,2', downloads: ['a'], hints: [] });
	},
);

describe('a file that was unpacked on the way', () => {
	it('is downloaded once, whatever size the service reports', async () => {
		const answers = { a: [UNPACKED], b: [UNPACKED] };
		const ended = await outcomeOf(answers, { totalBytes: 1_000 });
		const downloads = ['a', 'b'];
		expect(ended).toMatchObject({ outcome: '1,2,1,2', begun: 1, downloads, hints: [] });
	});

	it('is downloaded again if fewer bytes were sent than the service reports', async () => {
		const ended = await outcomeOf({ a: [UNPACKED] }, { totalBytes: 1_000, sentBytes: 9 });
		const warning = expect.stringContaining('has 9 bytes, but the service reports 1000') as string;
		expect(ended).toMatchObject({ outcome: '1,2', downloads: ['a', 'a'], hints: [warning] });
	});

	it('is downloaded once if it was not compressed when it was sent', async () => {
		const sizes = { totalBytes: 1_000, sentBytes: UNPACKED.length };
		const ended = await outcomeOf({ a: [UNPACKED] }, sizes);
		expect(ended).toMatchObject({ outcome: '1,2', downloads: ['a'], hints: [] });
	});

	const CUTS = [
		{ place: 'a quoted value with a line break', bad: Buffer.from('x\na,b\n1,y\n2,"a\n') },
		{ place: 'a character', bad: Buffer.from('x\na,b\n1,y\n2,é').subarray(0, -1) },
	];

	it.each(CUTS)(
		'is damaged if it is so each time, and nothing of it is quoted: $place',
		async ({ bad }) => {
			const { outcome, downloads } = await outcomeOf({ a: [bad] });
			expect(outcome).toEqual(failed(IS_DAMAGED, 'does not end with a line break'));
			expect((outcome as ServiceError).description).not.toContain('1,y');
			expect(downloads).toEqual(['a', 'a', 'a']);
		},
	);

	it('is fetched again wherever it is cut off but behind a row', async () => {
		const rows = Array.from({ length: 12 }, (_, id) => `${id},"v ${id}"\n`).join('');
		const file = Buffer.from(`x\na,b\n${rows}`);
		const behindRows = [...file.keys()].filter((at) => file[at - 1] === 10);
		for (let end = 3; end < file.length; end += 1) {
			if (behindRows.includes(end)) continue;
			const { downloads } = await outcomeOf({ a: [file.subarray(0, end), file] });
			expect({ end, downloads }).toEqual({ end, downloads: ['a', 'a'] });
		}
	});

	it.each(['\n', '\r\n', '\r'])('may end with any line break: %j', async (lineBreak) => {
		const a = [Buffer.from(UNPACKED.toString().replaceAll('\n', lineBreak))];
		expect(await outcomeOf({ a })).toMatchObject({ outcome: '1,2' });
	});

	it.each(['Failed, sorry', 'Failed, sorry\nlater\n', '{\n"error": 1\n}', '<p>Sign in</p>'])(
		'is downloaded again if it is a text, which may come from a proxy: %j',
		async (text) => {
			const instead = Buffer.from(text);
			expect(await outcomeOf({ a: [instead, UNPACKED] })).toMatchObject({ outcome: '1,2' });
			const ended = await outcomeOf({ a: [instead] });
			expect(ended).toMatchObject({
				outcome: { kind: 'badAnswer' },
				downloads: ['a', 'a', 'a'],
			});
		},
	);
});
