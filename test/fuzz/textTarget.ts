import { gzipSync } from 'node:zlib';
import { Utf8Error, Utf8Text } from '../../nodes/Analytics/csv/text';
import { Gunzip } from '../../nodes/Analytics/gzip/gunzip';
import { concat, type Random } from './random';
import { same, type Target } from './target';

const PIECES = ['a', 'é', '中', '😀', '\u0000', '\n', '\uFEFF', '\uFFFD', '\u07FF', '\u{10FFFF}'];

function bytesOf(random: Random): Uint8Array {
	const text = Buffer.from(random.list(random.size(3_000), () => random.pick(PIECES)).join(''));
	if (random.oneIn(2)) return Uint8Array.from(text);
	const bytes = random.damaged(Uint8Array.from(text));
	return random.oneIn(2) ? bytes : concat(bytes, random.bytes(1 + random.below(3)));
}

function read(file: Iterable<Uint8Array>, isPacked: boolean) {
	const texts: string[] = [];
	const passed: Uint8Array[] = [];
	const decoder = new Utf8Text((text, bytes) => {
		texts.push(text);
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
	const text = texts.join('');
	same(Buffer.concat(passed).toString('utf8'), text, 'the bytes are not those of the text');
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
export const textTarget: Target<Uint8Array> = {
	name: 'text',
	input: bytesOf,
	check(bytes, random) {
		const expected = reference(bytes);
		same(read(random.cut(Uint8Array.from(gzipSync(bytes))), true), expected, 'packed');
		same(read(random.cut(bytes), false), expected, 'plain');
	},
	shown: (bytes) => Buffer.from(bytes).toString('hex'),
};
