import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { csvText, storedFile } from '../../../service/bulkFile';
import type { ServiceOptions } from '../../../service/options';
import { keepsHalfFiles } from '../../../engine/olderEngines';
import { startService, type Service } from '../../../service/service';
import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { leftSince, presentBefore } from '../../../support/leftovers';

/* Downloads over a connection that breaks off, in n8n's engine: what arrives, and what is asked for. */

const MANY_ROWS = 60_000;
/** As n8n names what it has stored, and what it knows of it. */
const STORED = /^[\da-f-]{36}(\.metadata)?$/;
const OUTPUTS = ['items', 'csvFile', 'gzipFile'] as const;

let service: Service;
beforeEach(async () => {
	service = await startService({ rows: 2_000, validator: 'etag' });
});
afterEach(async () => await service.close());

/** Ends the connection after so many bytes of each answer. */
const breakAfter = (
	afterBytes: number,
	times = Infinity,
	place: 'download' | 'storage' = 'download',
) => service.faults.add(place, { kind: 'breakOff', afterBytes }, times);

const run = async (output: string, options: INodeParameters = {}) =>
	await runAnalytics(
		service,
		bulkExport({ output, options: { convertTypes: false, ...options } as never }),
	);

const downloads = () => service.requests.filter(({ endpoint }) => endpoint === 'download');
/** The first byte that each request asks for; undefined for all. */
const startsIn = (requests: Service['requests']) =>
	requests.map(({ headers: { range } }) => range && Number(/^bytes=(\d+)-$/.exec(range)?.[1]));

/** Whether the output is what the service has: each row once, and of a file each byte. */
async function isRight(items: INodeExecutionData[], output: string): Promise<boolean> {
	const [{ request } = { request: undefined }] = service.jobs.values();
	const text = [...csvText(service.options, request!)].join('');
	const csv = text.slice(text.indexOf('\n') + 1);
	if (output === 'items') {
		const lines = items.map(({ json }) => Object.values(json).map(String).join(','));
		return [Object.keys(items[0]?.json ?? {}).join(','), ...lines, ''].join('\n') === csv;
	}
	const bytes = await Container.get(BinaryDataService).getAsBuffer(items[0]!.binary!.data!);
	return bytes.equals(output === 'csvFile' ? Buffer.from(csv) : fileOf());
}

function fileOf(): Buffer {
	const [job] = service.jobs.values();
	return storedFile(service.options, job!.request);
}

const isIncreasing = (starts: unknown[]) =>
	starts.every((start, at) => Number(start ?? 0) > Number(starts[at - 1] ?? -1));

describe.each(OUTPUTS)('over a line that breaks many times, as %s', (output) => {
	it(`${MANY_ROWS} rows arrive, each once, and nothing is read again`, async () => {
		service.options.rows = MANY_ROWS;
		breakAfter(160_000);
		const { items, error } = await run(output);
		expect(error).toBeUndefined();
		expect(await isRight(items, output)).toBe(true);
		const starts = startsIn(downloads());
		expect(starts.length).toBeGreaterThan(3);
		expect(starts[0]).toBeUndefined();
		expect(isIncreasing(starts)).toBe(true);
	});

	it('is continued where a redirect leads, and the token does not go there', async () => {
		service.options.redirectDownload = true;
		breakAfter(5_000, 2, 'storage');
		const { items, error } = await run(output);
		expect(error).toBeUndefined();
		expect(await isRight(items, output)).toBe(true);
		expect(startsIn(service.storage.requests)).toEqual([undefined, 5_000, 10_000]);
		expect(startsIn(downloads())).toEqual([undefined, 5_000, 10_000]);
		expect(JSON.stringify(service.storage.requests)).not.toContain(service.token);
		for (const { headers } of downloads()) {
			expect(headers.authorization).toBe(`Bearer ${service.token}`);
		}
	});

	it('takes another file for the new beginning, at no further call', async () => {
		service.options.rangeAnswer = 'changed';
		breakAfter(5_000, 1);
		const { items, error } = await run(output);
		expect(error).toBeUndefined();
		expect(await isRight(items, output)).toBe(true);
		expect(startsIn(downloads())).toEqual([undefined, 5_000]);
	});
});

describe('over a line that breaks', () => {
	it('is continued if it stops arriving', async () => {
		service.faults.add('download', { kind: 'stallBody', fraction: 0.5 }, 2);
		const { items, error } = await run('items', { requestTimeout: 0.3 });
		expect(error).toBeUndefined();
		expect(await isRight(items, 'items')).toBe(true);
		const half = Math.floor(fileOf().length / 2);
		expect(startsIn(downloads()).slice(0, 2)).toEqual([undefined, half]);
	});

	it('is not continued for longer than Max Wait', async () => {
		breakAfter(1_000);
		const { items, error } = await run('items', { maxWait: 1.5 });
		expect(items).toEqual([]);
		expect(error?.message).toContain('was not complete after 2 seconds');
		expect(error?.description).toContain('Max Wait');
		expect(error?.description).toContain('Get Result');
		expect(isIncreasing(startsIn(downloads()))).toBe(true);
	});

	it.each(['otherTag', 'otherStart', 'otherLength', 'refused'] as const)(
		'begins anew after a wrong answer: %s',
		async (rangeAnswer) => {
			service.options.rangeAnswer = rangeAnswer;
			breakAfter(5_000, 1);
			const { items, error } = await run('items');
			expect(error).toBeUndefined();
			expect(await isRight(items, 'items')).toBe(true);
			expect(startsIn(downloads())).toEqual([undefined, 5_000, undefined]);
		},
	);

	it.each(['whole', 'otherTag', 'refused'] as const)(
		'passes on and leaves behind nothing if it breaks off each time, and answers are wrong: %s',
		async (rangeAnswer) => {
			await run('csvFile');
			const before = await presentBefore();
			service.options.rangeAnswer = rangeAnswer;
			breakAfter(5_000);
			const { items, error } = await run('csvFile');
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/request to the service failed|broke off/);
			expect(downloads().length).toBeLessThanOrEqual(7);
			expect(await leftSince(before, keepsHalfFiles ? STORED : undefined)).toEqual([]);
		},
	);
});

describe('the rest of a file', () => {
	it('is asked for by its ETag, as it is stored', async () => {
		breakAfter(5_000, 1);
		await run('gzipFile');
		const [first, second] = downloads().map(({ headers }) => headers);
		expect(first).not.toHaveProperty('if-range');
		expect(second?.['if-range']).toMatch(/^"[0-9a-f]{16}"$/);
		expect(second?.['accept-encoding']).toBe('identity');
	});

	it('is asked for by the date of its last change, if it has no ETag', async () => {
		service.options.validator = 'lastModified';
		breakAfter(5_000, 1);
		const { items } = await run('gzipFile');
		expect(await isRight(items, 'gzipFile')).toBe(true);
		const [, second] = downloads();
		expect(Date.parse(second?.headers['if-range'] as string)).toBeLessThan(Date.now());
		expect(second?.status).toBe(206);
		expect(startsIn(downloads())).toEqual([undefined, 5_000]);
	});

	it.each<[string, Partial<ServiceOptions>]>([
		['without a validator', { validator: 'none' }],
		['with a weak ETag', { validator: 'weakEtag' }],
		['that comes unpacked, with nothing to verify it by', { decompressedByProxy: true }],
		[
			'that n8n unpacks, so that its bytes are not those of the service',
			{ contentEncodingGzip: true },
		],
	])('is not asked for of a file %s: it begins anew', async (_, options) => {
		Object.assign(service.options, options);
		breakAfter(5_000, 1);
		const { items, error } = await run('items');
		expect(error).toBeUndefined();
		expect(await isRight(items, 'items')).toBe(true);
		expect(startsIn(downloads())).toEqual([undefined, undefined]);
	});
});
