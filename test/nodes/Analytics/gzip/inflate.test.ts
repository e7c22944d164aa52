import { deflateRawSync } from 'node:zlib';
import { GzipError } from '../../../../nodes/Analytics/gzip/gzipError';
import { Inflate, LOOKAHEAD } from '../../../../nodes/Analytics/gzip/inflate';
import { bytesOf, concat, rowsText, sameBytes } from '../../../support/gzipFiles';
import { BitWriter } from './bitWriter';

/** Fixed codes of RFC 1951, section 3.2.6. */
const END = '0000000';
const literal = (letter: string) => (letter.charCodeAt(0) + 0x30).toString(2).padStart(8, '0');
/** The symbols 256 to 279 for lengths 3 to 114, and 280 to 287. */
const length = (symbol: number) =>
	symbol < 280
		? (symbol - 256).toString(2).padStart(7, '0')
		: (symbol - 280 + 0b1100_0000).toString(2).padStart(8, '0');
const distance = (symbol: number) => symbol.toString(2).padStart(5, '0');

function inflater() {
	const parts: Uint8Array[] = [];
	const inflate = new Inflate((bytes) => parts.push(bytes));
	return { inflate, parts, data: () => concat(parts) };
}

/** All at once: the data, and how many bytes were read. */
function inflated(bytes: Uint8Array) {
	const { inflate, data } = inflater();
	const input = concat([bytes, new Uint8Array(LOOKAHEAD)]);
	const end = inflate.read(input, 0, bytes.length, true);
	return { text: Buffer.from(data()).toString(), end, isDone: inflate.isDone };
}

function reasonOf(bytes: Uint8Array): string {
	try {
		inflated(bytes);
		return 'none';
	} catch (error) {
		if (!(error instanceof GzipError)) throw error;
		return error.reason;
	}
}

describe('Inflate', () => {
	it('reads literals and repetitions by fixed codes', () => {
		const bits = new BitWriter().block(1).code(literal('a')).code(literal('b'));
		// Two back, three long; then one back, eleven and one more long.
		bits.code(length(257)).code(distance(1));
		bits.code(length(265)).number(1, 1).code(distance(0)).code(END);
		const bytes = bits.bytes();
		const text = `ababa${'a'.repeat(12)}`;
		expect(inflated(bytes)).toEqual({ text, end: bytes.length, isDone: true });
	});

	it('reads extra bits of a distance', () => {
		const bits = new BitWriter().block(1);
		for (const letter of 'abcdef') bits.code(literal(letter));
		bits.code(length(257)).code(distance(4)).number(1, 1).code(END);
		expect(inflated(bits.bytes()).text).toBe('abcdefabc');
	});

	it('reads stored blocks, and several blocks of different kinds', () => {
		const bits = new BitWriter().block(0, { isLast: false }).toByte();
		bits.number(2, 16).number(0xfffd, 16).number(0x6968, 16);
		bits.block(0, { isLast: false }).toByte().number(0, 16).number(0xffff, 16);
		bits.block(1).code(literal('!')).code(END);
		const bytes = bits.bytes();
		expect(inflated(bytes)).toEqual({ text: 'hi!', end: bytes.length, isDone: true });
	});

	it('stops right behind the data, whatever follows', () => {
		const bytes = new BitWriter().block(1).code(literal('a')).code(END).bytes();
		const following = concat([bytes, bytesOf('something else, more than the bits read ahead')]);
		expect(inflated(following)).toEqual({ text: 'a', end: bytes.length, isDone: true });
	});

	it('leaves the end of the input for the next call, unless it is the last', () => {
		const { inflate, data } = inflater();
		const bytes = Uint8Array.from(deflateRawSync(bytesOf('a,b\n1,2\n')));
		const input = concat([bytes, new Uint8Array(LOOKAHEAD)]);
		expect(inflate.read(input, 0, bytes.length, false)).toBe(0);
		expect(inflate.isDone).toBe(false);
		expect(inflate.read(input, 0, bytes.length, true)).toBe(bytes.length);
		expect(inflate.isDone).toBe(true);
		expect(Buffer.from(data()).toString()).toBe('a,b\n1,2\n');
	});

	it('hands on blocks that stay as they are when more is read', () => {
		const { inflate, parts, data } = inflater();
		const rows = bytesOf(rowsText(6_000));
		const bytes = Uint8Array.from(deflateRawSync(rows));
		const input = concat([bytes, new Uint8Array(LOOKAHEAD)]);
		inflate.read(input, 0, bytes.length, true);
		expect(parts.length).toBeGreaterThan(1);
		expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(97 * 1024);
		expect(sameBytes(data(), rows)).toBe(true);
	});

	it('begins anew, and forgets what it has read', () => {
		const { inflate, data } = inflater();
		const first = concat([
			new BitWriter().block(1).code(literal('a')).code(END).bytes(),
			new Uint8Array(LOOKAHEAD),
		]);
		inflate.read(first, 0, first.length - LOOKAHEAD, true);
		inflate.restart();
		expect(inflate.isDone).toBe(false);
		inflate.read(first, 0, first.length - LOOKAHEAD, true);
		expect(Buffer.from(data()).toString()).toBe('aa');

		inflate.restart();
		const back = new BitWriter().block(1).code(length(257)).code(distance(0)).code(END).bytes();
		const input = concat([back, new Uint8Array(LOOKAHEAD)]);
		expect(() => inflate.read(input, 0, back.length, true)).toThrow('damaged');
	});

	it.each<[string, BitWriter]>([
		['a block of a kind that does not exist', new BitWriter().block(3).number(0, 16)],
		['a stored block whose length is wrong', storedBlock(2, 0xfffc)],
		['a stored block whose length is not negated', storedBlock(2, 2)],
		['the literal 286', fixedBlock().code(length(286)).code(distance(0)).code(END)],
		['the literal 287', fixedBlock().code(length(287)).code(distance(0)).code(END)],
		['the distance 30', fixedBlock().code(length(257)).code(distance(30)).code(END)],
		['the distance 31', fixedBlock().code(length(257)).code(distance(31)).code(END)],
		['a repetition of what is not there', fixedBlock().code(length(257)).code(distance(1))],
	])('refuses %s', (_, bits) => {
		expect(reasonOf(concat([bits.bytes(), new Uint8Array(8)]))).toBe('corrupt');
	});

	it('says that data ends early, wherever it does', () => {
		const dynamic = Uint8Array.from(deflateRawSync(bytesOf(rowsText(20))));
		const stored = storedBlock(3, 0xfffc).number(0x434241, 24).bytes();
		for (const bytes of [dynamic, stored]) {
			expect(reasonOf(bytes)).toBe('none');
			for (let end = 0; end < bytes.length; end++) {
				expect([end, reasonOf(bytes.subarray(0, end))]).toEqual([end, 'truncated']);
			}
		}
	});
});

function fixedBlock(): BitWriter {
	return new BitWriter().block(1).code(literal('a'));
}

function storedBlock(size: number, negated: number): BitWriter {
	return new BitWriter().block(0).toByte().number(size, 16).number(negated, 16);
}
