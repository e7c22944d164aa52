import { Utf8Error, Utf8Text } from '../../../../nodes/Analytics/csv/text.ts';
import { pieces } from '../../../support/cuts.ts';
import { bytesOf, concat } from '../../../support/gzipFiles.ts';

/* Compared with TextDecoder, of any bytes cut anywhere, in test/fuzz. */

/** The text, once as it was passed on, and once of the bytes that came with it. */
function decode(bytes: Uint8Array, sizes: number[]): string[] {
	const texts: string[] = [];
	const parts: Uint8Array[] = [];
	const decoder = new Utf8Text((text, part) => {
		expect(text).not.toBe('');
		texts.push(text);
		parts.push(part);
	});
	for (const piece of pieces(bytes, sizes)) decoder.push(piece);
	decoder.end();
	return [texts.join(''), new TextDecoder('utf-8', { ignoreBOM: true }).decode(concat(parts))];
}

it.each([1, 2, 3, 4, 100])('takes the mark off the start only (pieces of %i)', (size) => {
	const text = 'a\ufeff\ufeff😀';
	expect(decode(bytesOf(`\ufeff${text}`), [size])).toEqual([text, text]);
	expect(decode(bytesOf('\ufeff'), [size])).toEqual(['', '']);
});

it.each([
	['a byte that begins nothing', [97, 0xff, 98]],
	['a continuation without a beginning', [0x80]],
	['many continuations', [0x80, 0x80, 0x80, 0x80, 0x80]],
	['an overlong form', [0xc0, 0xaf]],
	['half of a surrogate pair', [0xed, 0xa0, 0x80]],
	['a character cut by another', [0xe2, 0x82, 97]],
	['a character cut by the end', [97, 0xf0, 0x9f, 0x98]],
])('refuses %s, however it is cut', (_, bytes) => {
	for (const size of [1, 2, 3, 10]) {
		expect(() => decode(Uint8Array.from(bytes), [size])).toThrow(Utf8Error);
	}
});
