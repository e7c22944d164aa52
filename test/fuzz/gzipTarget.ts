import { constants, crc32, gunzipSync, gzipSync } from 'node:zlib';
import { Gunzip, GzipError } from '../../nodes/Analytics/gzip/gunzip';
import { concat, type Random } from './random';
import type { Target } from './target';

const STRATEGIES = [
	constants.Z_DEFAULT_STRATEGY,
	constants.Z_FILTERED,
	constants.Z_HUFFMAN_ONLY,
	constants.Z_RLE,
	constants.Z_FIXED,
];

function data(random: Random): Uint8Array {
	const length = random.size(random.oneIn(20) ? 100_000 : 2_000);
	if (random.oneIn(3)) return random.bytes(length);
	const words = ['2026-11-01', 'SENT', '000123', '\n', ',', 'aaaaaaaaaaaaaaaaaaaaaaaa'];
	return Buffer.from(random.list(length >> 2, () => random.pick(words)).join(''));
}

function member(random: Random): Uint8Array {
	const packed = Uint8Array.from(
		gzipSync(data(random), {
			level: random.below(10),
			strategy: random.pick(STRATEGIES),
			windowBits: 9 + random.below(7),
			memLevel: 1 + random.below(9),
		}),
	);
	return random.oneIn(4) ? withFields(packed, random) : packed;
}

/** Any of the optional fields of a header: extra, name, comment, CRC. */
function withFields(packed: Uint8Array, random: Random): Uint8Array {
	const [hasCrc, hasExtra, hasName, hasComment] = random.list(4, () => random.below(2));
	const flags = (hasCrc ? 2 : 0) | (hasExtra ? 4 : 0) | (hasName ? 8 : 0) | (hasComment ? 16 : 0);
	const extra = random.bytes(random.size(30));
	const header = concat(
		Uint8Array.of(0x1f, 0x8b, 8, flags | random.below(2), 0, 0, 0, 0, 0, 3),
		hasExtra ? concat(Uint8Array.of(extra.length, 0), extra) : new Uint8Array(),
		hasName ? Buffer.from('data.csv\0') : new Uint8Array(),
		hasComment ? Buffer.from('\0') : new Uint8Array(),
	);
	const crc = crc32(header);
	const trailer = hasCrc ? Uint8Array.of(crc & 0xff, (crc >> 8) & 0xff) : new Uint8Array();
	return concat(header, trailer, packed.subarray(10));
}

function unpack(pieces: Iterable<Uint8Array>) {
	const parts: Uint8Array[] = [];
	let refused: string | undefined;
	try {
		const reader = new Gunzip({ onData: (bytes) => parts.push(bytes) });
		for (const piece of pieces) reader.push(piece);
		reader.end();
	} catch (error) {
		if (!(error instanceof GzipError)) throw error;
		refused = error.reason;
	}
	return { bytes: Buffer.concat(parts), refused };
}

function reference(file: Uint8Array): Buffer | undefined {
	try {
		return gunzipSync(file);
	} catch {
		return undefined;
	}
}

/** Decompression: the same as zlib, and the same at whatever places the file is cut. */
export const gzipTarget: Target<Uint8Array> = {
	name: 'gzip',
	input(random) {
		let file = concat(
			...random.list(1 + (random.oneIn(3) ? random.below(4) : 0), () => member(random)),
		);
		const damages = random.pick([0, 0, 1, 1, 2, 5]);
		for (let damage = 0; damage < damages; damage++) file = random.damaged(file);
		return random.oneIn(8) ? concat(file, new Uint8Array(random.size(600))) : file;
	},
	check(file, random) {
		const whole = unpack([file]);
		const cut = unpack(random.cut(file));
		if (cut.refused !== whole.refused) {
			throw new Error(`cut: ${cut.refused} instead of ${whole.refused}`);
		}
		const expected = reference(file);
		if (whole.refused === undefined) {
			if (!expected) throw new Error('zlib refuses it');
			if (!expected.equals(whole.bytes) || !expected.equals(cut.bytes)) {
				throw new Error('zlib unpacks it to other bytes');
			}
			return;
		}
		// zlib takes whatever begins with a zero, or is too short for a header, behind the last member for
		// padding; here only zeros are. All before it must be the same.
		const isPadding = expected?.equals(whole.bytes) ?? true;
		if (!isPadding) throw new Error(`${whole.refused}, but zlib reads it`);
	},
	shown: (file) => Buffer.from(file).toString('base64'),
};
