/** Of gzip (RFC 1952, section 8), lowest bit first. */
const POLYNOMIAL = 0xedb88320;
const SLICES = 8;

/** Row `s` holds the CRC of each byte followed by `s` zero bytes, so that 8 bytes go at once. */
const TABLE = makeTable();

function makeTable(): Int32Array {
	const table = new Int32Array(SLICES * 256);
	for (let byte = 0; byte < 256; byte++) {
		let crc = byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
		table[byte] = crc;
	}
	for (let i = 256; i < table.length; i++) {
		const shorter = table[i - 256]!;
		table[i] = (shorter >>> 8) ^ table[shorter & 0xff]!;
	}
	return table;
}

/** @param previous the result for the bytes before these @returns an unsigned number */
export function crc32(bytes: Uint8Array, previous = 0): number {
	const table = TABLE;
	let crc = ~previous;
	let at = 0;

	for (const whole = bytes.length - (SLICES - 1); at < whole; at += SLICES) {
		crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
		crc =
			table[1792 + (crc & 0xff)]! ^
			table[1536 + ((crc >>> 8) & 0xff)]! ^
			table[1280 + ((crc >>> 16) & 0xff)]! ^
			table[1024 + (crc >>> 24)]! ^
			table[768 + bytes[at + 4]!]! ^
			table[512 + bytes[at + 5]!]! ^
			table[256 + bytes[at + 6]!]! ^
			table[bytes[at + 7]!]!;
	}
	for (; at < bytes.length; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 0xff]!;
	return ~crc >>> 0;
}
