import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Utf8Error, Utf8Text } from '../../nodes/Analytics/csv/text';
import { Gunzip } from '../../nodes/Analytics/gzip/gunzip';
import { pieces, pieceSizes } from '../support/cuts';
import { damagedFiles } from './damage';

const UNITS = ['a', 'é', '中', '😀', '\u0000', '\n', '\uFEFF', '\uFFFD', '\u07FF', '\u{10FFFF}'];
const texts = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 300 });
const files = damagedFiles(
	texts.map((text) => Uint8Array.from(Buffer.from(text))),
	1,
);

function read(file: Iterable<Uint8Array>, isPacked: boolean): string {
	let text = '';
	const passed: Uint8Array[] = [];
	const decoder = new Utf8Text((piece, bytes) => {
		text += piece;
		// A view of what was pushed, so it has to be copied.
		passed.push(bytes.slice());
	});
	const gunzip = new Gunzip({ onData: (bytes) => decoder.push(bytes) });
	try {
		for (const piece of file) (isPacked ? gunzip : decoder).push(piece);
		if (isPacked) gunzip.end();
		decoder.end();
	} catch (error) {
		if (error instanceof Utf8Error) return 'refused';
		throw error;
	}
	assert.equal(Buffer.concat(passed).toString(), text, 'the bytes are not those of the text');
	return text;
}

function reference(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return 'refused';
	}
}

/** From the bytes of a file to its text: the same as TextDecoder, packed or not, however it is cut. */
export const textTarget = fc.property(files, pieceSizes, (bytes, sizes) => {
	const expected = reference(bytes);
	assert.equal(read(pieces(Uint8Array.from(gzipSync(bytes)), sizes), true), expected, 'packed');
	assert.equal(read(pieces(bytes, sizes), false), expected, 'plain');
});
