import assert from 'node:assert/strict';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { Utf8Decoder, Utf8Error } from '../../nodes/Analytics/table/utf8';
import * as csv from '../nodes/Analytics/table/csvTexts';
import { pieces, pieceSizes } from '../support/cuts';
import { memberWithAllFields, unpack } from '../support/gzipFiles';

const damages = fc.record({
	kind: fc.constantFrom('changed', 'lost', 'doubled', 'mixed', 'moved', 'cutOff'),
	/** As a share of the file, from its start. */
	place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	length: fc.nat({ max: 40 }),
	bit: fc.nat({ max: 7 }),
	noise: fc.uint8Array({ maxLength: 20 }),
});
type Damage = typeof damages extends fc.Arbitrary<infer T> ? T : never;

function damaged(bytes: Uint8Array, { kind, place, length, bit, noise }: Damage): Uint8Array {
	const at = Math.floor(place * bytes.length);
	const before = bytes.slice(0, at);
	const middle = bytes.slice(at, at + length);
	const after = bytes.slice(at + length);
	const flipped = middle.map((byte, index) => (index === 0 ? byte ^ (1 << bit) : byte));
	const parts = {
		changed: [before, flipped, after],
		lost: [before, after],
		doubled: [before, middle, middle, after],
		mixed: [before, noise, after],
		moved: [after, middle, before],
		cutOff: [before],
	};
	return Uint8Array.from(Buffer.concat(parts[kind]));
}

/** Files with none to so many damages. */
function damagedFiles(
	files: fc.Arbitrary<Uint8Array>,
	maxDamages: number,
): fc.Arbitrary<Uint8Array> {
	const several = fc.array(damages, { maxLength: maxDamages });
	return fc.tuple(files, several).map(([file, all]) => all.reduce(damaged, file));
}

/** What the reader gives that ours is compared with; whatever it throws, it has refused its input. */
function referenceOf<T>(read: () => T): T | 'refused' {
	try {
		return read();
	} catch {
		return 'refused';
	}
}

const tables = fc
	.tuple(csv.anyRows, csv.lineEndings, fc.boolean())
	.map(([rows, end, endsWithLine]) => csv.toCsv(rows, end, endsWithLine));
const damagedTables = damagedFiles(
	tables.map((text) => Buffer.from(text)),
	2,
).map((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));

/** For our reader, what an empty line means depends on the rows around it; for csv-parse, it does not. */
const EMPTY_LINE = /(^|\n|\r(?!\n))[\r\n]/;

/** The CSV reader gives the same as csv-parse, and the same wherever its text is cut into pieces. */
const csvTarget = fc.property(
	fc.oneof(tables, damagedTables, csv.anyText),
	pieceSizes,
	(text, sizes) => {
		const read = (cuts: number[]) => csv.outcome(() => csv.readRows(text, cuts));
		const first = (cuts: number[]) => csv.outcome(() => csv.readFile(text, cuts));
		const uncut = [1 << 20];
		const whole = read(uncut);
		assert.deepEqual(read(sizes), whole);
		assert.deepEqual(first(sizes), first(uncut));
		// Without the cells, rows are counted and refused in the same way.
		const count = csv.outcome(() => csv.countRows(text, sizes));
		assert.equal(count, Array.isArray(whole) ? whole.length : whole);
		// csv-parse lets a NUL stand after a closing quote; here, as any other text, it may not.
		if (text.includes('"\0') || EMPTY_LINE.test(text)) return;
		const options = { record_delimiter: ['\r\n', '\n', '\r'] };
		const expected = referenceOf(() => parse(text, options));
		assert.deepEqual(Array.isArray(whole) ? whole : 'refused', expected);
	},
);

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
const gzipFiles = fc
	.tuple(
		damagedFiles(
			fc.array(members, { minLength: 1, maxLength: 4 }).map((all) => Buffer.concat(all)),
			3,
		),
		padding,
	)
	.map((parts) => Buffer.concat(parts));

/** Decompression gives the same as zlib, and the same wherever the file is cut into pieces. */
const gzipTarget = fc.property(gzipFiles, pieceSizes, (file, sizes) => {
	const whole = unpack(file, [file.length]);
	const cut = unpack(file, sizes);
	const expected = referenceOf(() => gunzipSync(file));
	assert.equal(cut.error?.message, whole.error?.message);
	if (whole.error === undefined) {
		assert.notEqual(expected, 'refused');
		assert.ok(whole.bytes.equals(expected as Buffer) && cut.bytes.equals(expected as Buffer));
	} else if (expected !== 'refused') {
		// zlib takes more for padding after the last member than we do, but what comes before it must be the same.
		assert.ok(whole.bytes.equals(expected), `${whole.error.message} But zlib reads it`);
	}
});

const UNITS = ['a', 'é', '中', '😀', '\u0000', '\n', '\uFEFF', '\uFFFD', '\u07FF', '\u{10FFFF}'];
const texts = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 300 });
const textFiles = damagedFiles(
	texts.map((text) => new Uint8Array(Buffer.from(text))),
	1,
);

/** Decoding gives the same text as TextDecoder, wherever the file is cut into pieces. */
const textTarget = fc.property(textFiles, pieceSizes, (file, sizes) => {
	let text = '';
	const decoder = new Utf8Decoder();
	try {
		for (const piece of pieces(file, sizes)) text += decoder.decode(piece);
		decoder.end();
	} catch (error) {
		if (!(error instanceof Utf8Error)) throw error;
		text = 'refused';
	}
	const reference = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	const expected = referenceOf(() => reference.decode(file));
	assert.equal(text, expected);
});

interface Runs {
	seed: number;
	numRuns: number;
}

/** Each of them throws an error with the smallest failing input that it finds, and with the seed to find it again. */
export const TARGETS: Record<'csv' | 'gzip' | 'text', (runs: Runs) => void> = {
	csv: (runs) => fc.assert(csvTarget, runs),
	gzip: (runs) => fc.assert(gzipTarget, runs),
	text: (runs) => fc.assert(textTarget, runs),
};
