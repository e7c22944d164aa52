import { CsvGzDecoder } from '../../../../nodes/Analytics/csv/csvGzDecoder';
import { isGzip } from '../../../../nodes/Analytics/gzip/gunzip';
import { pieces } from '../../../support/cuts';
import { bytesOf, concat, sameBytes, gzip, rowsText } from '../../../support/gzipFiles';

function read(file: Uint8Array, size: number, maxBytes?: number) {
	let text = '';
	let largest = 0;
	const parts: Uint8Array[] = [];
	const decoder = new CsvGzDecoder({
		isPacked: isGzip(file),
		...(maxBytes === undefined ? {} : { maxBytes }),
		onText: (piece, bytes) => {
			text += piece;
			largest = Math.max(largest, piece.length);
			parts.push(bytes);
		},
	});
	for (const piece of pieces(file, [size])) decoder.push(piece);
	decoder.end();
	return { text, bytes: concat(parts), largest };
}

describe('CsvGzDecoder', () => {
	const text = 'naïve,😀\n'.repeat(20_000);
	const bytes = bytesOf(text);

	it.each([1, 3, 1000, 10_000_000])('reads gzip and plain files (chunks of %i)', (size) => {
		expect(read(gzip(bytes), size)).toMatchObject({ text });
		expect(read(bytes, size)).toMatchObject({ text });
	});

	it('passes on the decompressed bytes as they are, less a byte order mark', () => {
		expect(sameBytes(read(gzip(bytes), 4096).bytes, bytes)).toBe(true);
		const marked = bytesOf(`\ufeff${text}`);
		expect(sameBytes(read(gzip(marked), 5).bytes, bytes)).toBe(true);
		expect(sameBytes(read(marked, 5).bytes, bytes)).toBe(true);
	});

	it('passes on small pieces only, also of a file that comes at once', () => {
		const large = bytesOf(rowsText(20_000));
		expect(read(large, large.length).largest).toBeLessThan(100_000);
		expect(read(gzip(large), large.length).largest).toBeLessThan(100_000);
	});

	it('refuses what is not whole, not text or too large', () => {
		expect(() => read(gzip(bytes).subarray(0, -1), 100)).toThrow('ends too early');
		expect(() => read(gzip(Uint8Array.of(0xff)), 100)).toThrow('not valid UTF-8');
		expect(() => read(gzip(bytes.subarray(0, -2).slice(0, 9)), 100)).toThrow('not valid UTF-8');
		expect(() => read(bytes, 100, 1000)).toThrow('more than 1000 bytes');
		expect(() => read(gzip(bytes), 100, 1000)).toThrow('more than 1000 bytes');
	});
});
