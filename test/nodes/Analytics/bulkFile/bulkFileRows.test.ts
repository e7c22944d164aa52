import { gzipSync } from 'node:zlib';
import { BulkFileRows } from '../../../../nodes/Analytics/bulkFile/bulkFileRows';
import { queryColumnsOf } from '../../../../nodes/Analytics/job/queryColumns';
import type { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';

function read(content: string, isPlain = false) {
	const file = new BulkFileRows({ isPacked: !isPlain, maxBytes: 1 << 20 });
	file.push(isPlain ? Buffer.from(content) : gzipSync(content));
	return file;
}

describe('BulkFileRows', () => {
	it('keeps the head, and says where its rows end', () => {
		const file = read('x\na,b\n1,2\n');
		file.end();
		expect(file.head).toEqual([['x'], ['a', 'b'], ['1', '2']]);
		expect(file.headEnds).toEqual([2, 6, 10]);
		expect([file.count, file.isHeadComplete]).toEqual([3, false]);
	});

	it('hands over the head less the first rows, and what follows', () => {
		const rows = Array.from({ length: 100_000 }, (_, row) => `${row},y\n`);
		const bytes = gzipSync(`x\na,b\n${rows.join('')}`, { level: 0 });
		const file = new BulkFileRows({ isPacked: true, maxBytes: 1 << 20 });
		file.push(bytes.subarray(0, bytes.length / 2));
		expect(file.isHeadComplete).toBe(true);
		const taken: string[] = [];
		file.takeRows({ rowsToSkip: 2 }, ([first = '']) => taken.push(first));
		expect(taken[0]).toBe('0');
		expect(file.head).toEqual([['x'], ['a', 'b']]);
		file.push(bytes.subarray(bytes.length / 2));
		file.end();
		expect(taken).toEqual(rows.map((_, row) => String(row)));
		expect(file.count).toBe(100_002);
	});

	it('knows a complete head at its twentieth row', () => {
		const isComplete = (count: number) => {
			const file = read('1,2\n'.repeat(count));
			file.end();
			return file.isHeadComplete;
		};
		expect([isComplete(19), isComplete(20)]).toEqual([false, true]);
	});

	it('leaves out empty lines at the end, also of a file without data', () => {
		for (const [text, head] of [
			['x\n\n\n', [['x']]],
			['x\na,b\n\n\n', [['x'], ['a', 'b']]],
			['\n\n', [['']]],
			['x\n""\n', [['x']]],
		] as const) {
			const file = read(text);
			file.end();
			expect(file.head).toEqual(head);
			expect(file.count).toBe(head.length);
		}
	});

	it('keeps a quoted text in a file of one column', () => {
		const file = read('x\nname\nAna\n');
		file.end();
		expect(file.head).toEqual([['x'], ['name'], ['Ana']]);
	});

	it('reads a last row without a line ending', () => {
		const file = read('x\na,b\n1,2');
		file.end();
		expect(file.head).toEqual([['x'], ['a', 'b'], ['1', '2']]);
		expect(file.count).toBe(3);
	});

	it('wants one width from the second row on', () => {
		const file = read('Query, of, today\na,b\n1,2\n');
		expect(() => file.end()).not.toThrow();
		const ragged = read('x\na,b\n1,2,3\n');
		expect(() => ragged.end()).toThrow('Row 3 of the file');
	});

	it('takes plain text for a file only if it is a table', () => {
		const table = read('x\na,b\n1,2\n', true);
		expect(() => table.end()).not.toThrow();
		const sorry = read('Sorry\nlater', true);
		expect(() => sorry.end()).toThrow('error description');
		const early = read('Sorry\n'.repeat(30), true);
		expect(() => early.takeRows({ rowsToSkip: 0 }, () => {})).toThrow('error description');
		// Compressed, it is what the service calls a file.
		const packed = read('Sorry\nlater');
		expect(() => packed.end()).not.toThrow();
	});

	it('passes on the bytes of the unpacked file with their text', () => {
		const parts: Array<[string, string]> = [];
		const file = new BulkFileRows({
			isPacked: true,
			maxBytes: 1 << 20,
			onBytes: (bytes, text) => parts.push([Buffer.from(bytes).toString(), text]),
		});
		file.push(gzipSync('é,b\n'.repeat(10_000)));
		file.end();
		expect(parts.map(([bytes]) => bytes).join('')).toBe('é,b\n'.repeat(10_000));
		expect(parts.every(([bytes, text]) => bytes === text)).toBe(true);
		// Large pieces: they are only passed on.
		expect(parts.length).toBeLessThan(4);
	});
});

it('queryColumnsOf asks the same query for some records', async () => {
	const request = { queryName: 'q', timeZone: 'UTC', startDate: 'a', endDate: 'b' };
	const asked: object[] = [];
	const api = (records: object[]) =>
		({ query: async (body: object) => (asked.push(body), records) }) as unknown as AnalyticsApi;
	expect(await queryColumnsOf(api([{ b: 1, a: 2 }]), request)()).toEqual([{ b: 1, a: 2 }]);
	expect(await queryColumnsOf(api([]), request)()).toEqual([]);
	expect(asked).toEqual([
		{ ...request, limit: '20' },
		{ ...request, limit: '20' },
	]);
});
