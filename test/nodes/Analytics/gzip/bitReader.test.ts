import { BitReader } from '../../../../nodes/Analytics/gzip/bitReader';

const BYTES = Uint8Array.of(0b1010_0110, 0b0001_1101, 0b1111_0000, 0b0101_0101);

function reader(at = 0): BitReader {
	const bits = new BitReader();
	bits.open(BYTES, at);
	return bits;
}

it('takes the lowest bit of each byte first, also across bytes', () => {
	const bits = reader();
	expect([bits.take(1), bits.take(2), bits.take(1)]).toEqual([0, 0b11, 0]);
	expect(bits.take(8)).toBe(0b1101_1010);
	expect(bits.take(12)).toBe(0b1111_0000_0001);
	expect(bits.take(0)).toBe(0);
});

it('takes 16 bits at once', () => {
	expect(reader().take(16)).toBe(0b0001_1101_1010_0110);
});

it('begins where it is opened, and keeps the bits that are left when it goes on elsewhere', () => {
	const bits = reader(1);
	expect(bits.take(4)).toBe(0b1101);
	bits.open(Uint8Array.of(0xff, 0b0110), 1);
	expect(bits.take(8)).toBe(0b0110_0001);
});

it('shows bits without using them up', () => {
	const bits = reader();
	expect([bits.peek(3), bits.peek(5), bits.peek(3)]).toEqual([0b110, 0b00110, 0b110]);
	bits.skip(2);
	expect(bits.peek(3)).toBe(0b001);
});

it('knows the first byte of which no bit was used', () => {
	const bits = reader();
	const places = [bits.nextByte];
	for (const count of [1, 7, 1, 7]) {
		bits.take(count);
		places.push(bits.nextByte);
	}
	bits.peek(16);
	expect([...places, bits.nextByte, bits.at]).toEqual([0, 1, 1, 2, 2, 2, 4]);
});

it('gives whole bytes back, and keeps the rest of the one that was begun', () => {
	const bits = reader();
	bits.peek(16);
	bits.skip(3);
	bits.giveBackBytes();
	expect([bits.at, bits.bits, bits.bitCount]).toEqual([1, 0b1_0100, 5]);
	expect(bits.take(9)).toBe(0b1101_1_0100);
});

it('drops the rest of the byte that was begun', () => {
	const bits = reader();
	bits.peek(16);
	bits.skip(3);
	bits.skipToByte();
	expect([bits.at, bits.bits, bits.bitCount]).toEqual([1, 0, 0]);
	expect(bits.take(8)).toBe(0b0001_1101);
});
