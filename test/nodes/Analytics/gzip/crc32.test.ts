import { crc32 as nativeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { crc32 } from '../../../../nodes/Analytics/gzip/crc32';
import { seeded } from '../../../support/cuts';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('crc32', () => {
	it('has the check value of the standard', () => {
		expect(crc32(ascii('123456789'))).toBe(0xcbf43926);
		expect(crc32(ascii(''))).toBe(0);
	});

	it('agrees with zlib on any bytes, in one piece or two', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(70), (bytes, cut) => {
				expect(crc32(bytes)).toBe(nativeCrc32(bytes));
				expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(crc32(bytes));
			}),
			seeded(500),
		);
	});
});
