import { constants, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { Gunzip } from '../../../../nodes/Analytics/gzip/gunzip';
import { pieceSizes, seeded } from '../../../support/cuts';
import {
	bytesOf,
	concat,
	sameBytes,
	gunzip,
	gzip,
	memberWithAllFields,
	refusal,
	rowsText,
} from '../../../support/gzipFiles';

const small = bytesOf('name,value\nfirst,1\nsecond,2\n');
const rows = bytesOf(rowsText(6_000));

/** Random bytes do not compress: they make stored blocks. */
const noise = Uint8Array.from(
	{ length: 200_000 },
	(_, i) => (Math.imul(i, 2654435761) >>> 13) & 255,
);

describe('Gunzip reads', () => {
	it.each([0, 1, 6, 9])('what zlib wrote at level %i, at any chunk size', (level) => {
		for (const data of [new Uint8Array(0), small, rows, noise]) {
			for (const sizes of [[1 << 16], [1, 320, 7], [1_000_003]]) {
				expect(sameBytes(gunzip(gzip(data, { level }), sizes), data)).toBe(true);
			}
		}
	});

	it.each([
		['fixed codes', { strategy: constants.Z_FIXED }],
		['literals only', { strategy: constants.Z_HUFFMAN_ONLY }],
		['runs only', { strategy: constants.Z_RLE }],
		['a small window', { windowBits: 9 }],
	])('data with %s', (_name, options) => {
		const member = gzip(rows);
		const trailer = member.subarray(-8);
		const file = concat([member.subarray(0, 10), deflateRawSync(rows, options), trailer]);
		expect(sameBytes(gunzip(file, [4096]), rows)).toBe(true);
	});

	it('the same byte over and over, and one byte only', () => {
		for (const length of [1, 2, 258, 259, 300_000]) {
			const data = new Uint8Array(length).fill(120);
			expect(sameBytes(gunzip(gzip(data)), data)).toBe(true);
		}
	});

	it('members that follow each other, cut at every place', () => {
		const file = concat([gzip(small), gzip(new Uint8Array(0)), memberWithAllFields(small)]);
		const expected = concat([small, small]);
		for (let cut = 1; cut < file.length; cut++) {
			expect(sameBytes(gunzip(file, [cut, file.length]), expected)).toBe(true);
		}
		expect(sameBytes(gunzip(file, [1]), expected)).toBe(true);
	});

	it('any bytes in any members, cut anywhere', () => {
		const member = fc.tuple(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 0, max: 9 }));
		fc.assert(
			fc.property(fc.array(member, { minLength: 1, maxLength: 4 }), pieceSizes, (list, sizes) => {
				const file = concat(list.map(([data, level]) => gzip(data, { level })));
				expect(sameBytes(gunzip(file, sizes), concat(list.map(([data]) => data)))).toBe(true);
			}),
			seeded(200),
		);
	});
});

describe('Gunzip refuses', () => {
	const file = concat([gzip(small), memberWithAllFields(small)]);

	it('a file that ends early, wherever it ends', () => {
		const firstMember = gzip(small).length;
		for (let length = 0; length < file.length; length++) {
			const expected = length === firstMember ? undefined : 'truncated';
			expect([length, refusal(file.subarray(0, length), [9])]).toEqual([length, expected]);
		}
	});

	it('a large file that ends early', () => {
		const large = gzip(rows);
		for (let length = 1; length < large.length; length += 997) {
			expect(refusal(large.subarray(0, length))).toBe('truncated');
		}
	});

	it('a byte behind the last member, also a zero', () => {
		for (const trailing of ['\0', '\0\0\0\0\0\0\0\0\0\0', 'x', 'name,value']) {
			expect(refusal(concat([file, bytesOf(trailing)]), [1])).toBe('trailingData');
			expect(refusal(concat([file, bytesOf(trailing)]))).toBe('trailingData');
		}
	});

	it('a member of which only the beginning follows', () => {
		expect(refusal(concat([file, Uint8Array.of(0x1f)]))).toBe('truncated');
		expect(refusal(concat([file, file.subarray(0, 12)]))).toBe('truncated');
	});

	it('text', () => {
		expect(refusal(small)).toBe('notGzip');
	});

	it('a wrong CRC-32 and a wrong length in any member', () => {
		const firstEnd = gzip(small).length;
		for (const end of [firstEnd, file.length]) {
			for (let at = end - 8; at < end; at++) {
				const damaged = file.slice();
				damaged[at]! ^= 1;
				expect(refusal(damaged)).toBe('corrupt');
			}
		}
	});

	it('a header with a wrong CRC or with reserved flags', () => {
		const member = memberWithAllFields(small);
		const damaged = member.slice();
		damaged[4]! ^= 1;
		expect(refusal(damaged)).toBe('corrupt');
		const reserved = gzip(small);
		reserved[3] = 0x20;
		expect(refusal(reserved)).toBe('corrupt');
	});

	it('random bytes behind a header', () => {
		const header = gzip(small).subarray(0, 10);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
				expect(refusal(concat([header, bytes]))).toBeDefined();
			}),
			seeded(2_000),
		);
	});

	it('a repetition that reaches into the member before', () => {
		const dictionary = rows.subarray(0, 30_000);
		const raw = deflateRawSync(dictionary, { dictionary });
		const member = gzip(dictionary);
		const borrowing = concat([member.subarray(0, 10), raw, member.subarray(-8)]);
		expect(refusal(concat([member, borrowing]))).toBe('corrupt');
	});

	it('more than maxBytes, and passes on no more than those', () => {
		const bomb = gzip(new Uint8Array(50_000_000));
		let handedOn = 0;
		let largest = 0;
		const reader = new Gunzip({
			maxBytes: 1_000_000,
			onData: (bytes) => {
				handedOn += bytes.length;
				largest = Math.max(largest, bytes.length);
			},
		});
		expect(() => reader.push(bomb)).toThrow('The file has more than 1000000 bytes');
		expect(handedOn).toBeLessThanOrEqual(1_000_000);
		expect(largest).toBeLessThan(100_000);
		expect(sameBytes(gunzip(gzip(small), [5], small.length), small)).toBe(true);
	});
});
