import { gunzipSync, gzipSync } from 'node:zlib';

const MEMBERS = 3;
const WHERE = 0.6;

/** What can be wrong, or unusual, with compressed bytes. */
export const DAMAGES = {
	twice: (gzip: Buffer) => gzipSync(gzip),
	truncated: (gzip: Buffer) => gzip.subarray(0, Math.floor(gzip.length * WHERE)),
	flippedBit: (gzip: Buffer) => flipped(gzip, WHERE),
	members: (gzip: Buffer) => inMembers(gunzipSync(gzip), MEMBERS),
};

/** Compressed as several members behind each other, which is one gzip file all the same. */
export function inMembers(plain: Buffer, members: number): Buffer {
	const size = Math.ceil(plain.length / members);
	const parts = Array.from({ length: members }, (_, index) =>
		gzipSync(plain.subarray(index * size, (index + 1) * size)),
	);
	return Buffer.concat(parts);
}

/** A copy with one wrong bit, at this fraction. */
function flipped(bytes: Buffer, fraction: number): Buffer {
	const copy = Buffer.from(bytes);
	const at = Math.floor(bytes.length * fraction);
	copy[at] = (copy[at] ?? 0) ^ 0x10;
	return copy;
}
