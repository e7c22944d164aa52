import { CsvGzDecoder } from '../../../../nodes/Analytics/csv/readCsvGz.ts';
import { pieces } from '../../../support/cuts.ts';
import { bytesOf, concat, sameBytes, gzip, rowsText } from '../../../support/gzipFiles.ts';

function read(file: Uint8Array, size: number, maxBytes?: number) {
	let text = '';
	let largest = 0;
	const parts: Uint8Array[] = [];
	const decoder = new CsvGzDecoder({
		...(maxBytes === undefined ? {} : { maxBytes }),
		onText: (piece, bytes) => {
			text += piece;
			largest = Math.max(largest, piece.length);
			parts.push(bytes);
		},
	});
	for (const piece of pieces(file, [size])) decoder.push(piece);
	decoder.end();
	return { text, bytes: concat(parts), encoding: decoder.encoding, largest };
}

describe('CsvGzDecoder', () => {
	const text = 'naïve,😀\n'.repeat(20_000);
	const bytes = bytesOf(text);

	it.each([1, 3, 1000, 10_000_000])('reads gzip and plain files (chunks of %i)', (size) => {
		expect(read(gzip(bytes), size)).toMatchObject({ text, encoding: 'gzip' });
		expect(read(bytes, size)).toMatchObject({ text, encoding: 'plain' });
	});

	it('hands on the decompressed bytes as they are, less a byte order mark', () => {
		expect(sameBytes(read(gzip(bytes), 4096).bytes, bytes)).toBe(true);
		const marked = bytesOf(`\ufeff${text}`);
		expect(sameBytes(read(gzip(marked), 5).bytes, bytes)).toBe(true);
		expect(sameBytes(read(marked, 5).bytes, bytes)).toBe(true);
	});

	it('hands on small pieces only, also of a file that comes at once', () => {
		const large = bytesOf(rowsText(20_000));
		expect(read(large, large.length).largest).toBeLessThan(100_000);
		expect(read(gzip(large), large.length).largest).toBeLessThan(100_000);
	});

	it('takes a file of up to two bytes as plain', () => {
		expect(read(bytesOf(''), 1)).toMatchObject({ text: '', encoding: 'plain' });
		expect(read(bytesOf('a'), 1)).toMatchObject({ text: 'a', encoding: 'plain' });
		expect(() => read(Uint8Array.of(0x1f, 0x8b), 1)).toThrow('ends too early');
	});

	it('refuses what is not whole, not text or too large', () => {
		expect(() => read(gzip(bytes).subarray(0, -1), 100)).toThrow('ends too early');
		expect(() => read(gzip(Uint8Array.of(0xff)), 100)).toThrow('not valid UTF-8');
		expect(() => read(gzip(bytes.subarray(0, -2).slice(0, 9)), 100)).toThrow('not valid UTF-8');
		expect(() => read(bytes, 100, 1000)).toThrow('more than 1000 bytes');
		expect(() => read(gzip(bytes), 100, 1000)).toThrow('more than 1000 bytes');
	});
});
