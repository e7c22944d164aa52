import assert from 'node:assert/strict';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Gunzip, GzipError } from '../../nodes/Analytics/gzip/gunzip';
import { pieces, pieceSizes } from '../support/cuts';
import { concat, memberWithAllFields } from '../support/gzipFiles';
import { damagedFiles } from './damage';

const words = fc.constantFrom('2026-11-01', 'SENT', '000123', '\n', ',', 'a'.repeat(24));
const data = fc.oneof(
	fc.uint8Array({ maxLength: 2_000 }),
	fc
		.tuple(fc.array(words, { maxLength: 500 }), fc.constantFrom(1, 1, 1, 40))
		.map(([text, times]) => Uint8Array.from(Buffer.from(text.join('').repeat(times)))),
);
const options = fc.record({
	level: fc.nat({ max: 9 }),
	strategy: fc.integer({ min: constants.Z_DEFAULT_STRATEGY, max: constants.Z_FIXED }),
	windowBits: fc.integer({ min: 9, max: 15 }),
	memLevel: fc.integer({ min: 1, max: 9 }),
});
const members = fc.oneof(
	{ arbitrary: fc.tuple(data, options).map(([bytes, how]) => gzipSync(bytes, how)), weight: 3 },
	{ arbitrary: data.map(memberWithAllFields), weight: 1 },
);
const padding = fc.constantFrom(0, 0, 0, 0, 1, 600).map((length) => new Uint8Array(length));
const files = fc
	.tuple(damagedFiles(fc.array(members, { minLength: 1, maxLength: 4 }).map(concat), 3), padding)
	.map(concat);

function unpack(file: Uint8Array, sizes: number[]) {
	const parts: Uint8Array[] = [];
	try {
		const reader = new Gunzip({ onData: (bytes) => parts.push(bytes) });
		for (const piece of pieces(file, sizes)) reader.push(piece);
		reader.end();
	} catch (error) {
		if (!(error instanceof GzipError)) throw error;
		return { bytes: Buffer.concat(parts), refused: error.reason };
	}
	return { bytes: Buffer.concat(parts), refused: undefined };
}

function reference(file: Uint8Array): Buffer | undefined {
	try {
		return gunzipSync(file);
	} catch {
		return undefined;
	}
}

/** Decompression: the same as zlib, and the same at whatever places the file is cut. */
export const gzipTarget = fc.property(files, pieceSizes, (file, sizes) => {
	const whole = unpack(file, [file.length]);
	const cut = unpack(file, sizes);
	const expected = reference(file);
	assert.equal(cut.refused, whole.refused);
	if (whole.refused === undefined) {
		assert.ok(expected?.equals(whole.bytes) && expected.equals(cut.bytes));
		return;
	}
	// zlib takes whatever begins with a zero, or is too short for a header, behind the last member for
	// padding; here only zeros are. All before it must be the same.
	assert.ok(expected?.equals(whole.bytes) ?? true, `${whole.refused}, but zlib reads it`);
});
