import { gunzipSync, gzipSync } from 'node:zlib';

/** What can be wrong, or unusual, with compressed bytes. */
export type GzipDamage = 'twice' | 'truncated' | 'flippedBit' | 'members';

const MEMBERS = 3;
const WHERE = 0.6;

export function damaged(gzip: Buffer, damage: GzipDamage): Buffer {
	switch (damage) {
		case 'twice':
			return gzipSync(gzip);
		case 'truncated':
			return cut(gzip, WHERE);
		case 'flippedBit':
			return flipped(gzip, WHERE);
		case 'members':
			return inMembers(gunzipSync(gzip), MEMBERS);
	}
}

export function isGzip(bytes: Buffer): boolean {
	return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Compressed as several members behind each other, which is one gzip file all the same. */
export function inMembers(plain: Buffer, members: number, level?: number): Buffer {
	const size = Math.ceil(plain.length / members);
	const parts = Array.from({ length: members }, (_, index) =>
		gzipSync(
			plain.subarray(index * size, (index + 1) * size),
			level === undefined ? {} : { level },
		),
	);
	return Buffer.concat(parts);
}

/** All but the end, from this fraction on. */
export function cut(bytes: Buffer, fraction: number): Buffer {
	return bytes.subarray(0, Math.floor(bytes.length * fraction));
}

/** A copy with one wrong bit, at this fraction. */
export function flipped(bytes: Buffer, fraction: number): Buffer {
	const copy = Buffer.from(bytes);
	const at = Math.floor(bytes.length * fraction);
	copy[at] = (copy[at] ?? 0) ^ 0x10;
	return copy;
}
