import { crc32 } from './crc32';
import { corrupt, GzipError, truncated } from './gzipError';
import { gzipHeader } from './gzipHeader';
import { Inflate, LOOKAHEAD } from './inflate';

export { GzipError, type GzipErrorReason } from './gzipError';
export { isGzip } from './gzipHeader';

/** How much compressed data is worked on at once. */
const INPUT_BYTES = 1 << 16;
/** CRC-32 and length of the data, four bytes each, lowest byte first. */
const TRAILER_BYTES = 8;

export interface GunzipOptions {
	/** Most bytes that the decompressed data may have; a bomb is stopped there. */
	maxBytes?: number;
	/** Called with the decompressed bytes, in order, in blocks of about 64 KB that are its to keep. */
	onData(bytes: Uint8Array): void;
}

/**
 * Decompresses gzip (RFC 1952) that comes in chunks of any size. Members may follow each other; the
 * CRC-32 and the length of each are checked, and nothing may stand behind the last.
 *
 * What was handed to `onData` is known to be whole only when `end` has returned. Memory stays at
 * about 200 KB, whatever is pushed.
 */
export class Gunzip {
	readonly #inflate: Inflate;
	readonly #onData: (bytes: Uint8Array) => void;
	readonly #maxBytes: number;

	readonly #input = new Uint8Array(INPUT_BYTES + LOOKAHEAD);
	#at = 0;
	#filled = 0;

	#part: 'header' | 'data' | 'trailer' = 'header';
	#header = gzipHeader(true);
	#isBetweenMembers = false;
	#crc = 0;
	/** Bytes of this member, and of all. */
	#size = 0;
	#total = 0;

	constructor(options: GunzipOptions) {
		this.#onData = (bytes) => options.onData(bytes);
		this.#maxBytes = options.maxBytes ?? Infinity;
		this.#inflate = new Inflate((bytes) => this.#takeData(bytes));
		this.#header.next();
	}

	/** @throws GzipError; it is of no use afterwards */
	push(bytes: Uint8Array): void {
		for (let from = 0; from < bytes.length;) {
			this.#input.copyWithin(0, this.#at, this.#filled);
			this.#filled -= this.#at;
			this.#at = 0;

			const part = bytes.subarray(from, from + INPUT_BYTES - this.#filled);
			this.#input.set(part, this.#filled);
			this.#filled += part.length;
			from += part.length;
			this.#read(false);
		}
	}

	/** Checks that the data is whole. @throws GzipError */
	end(): void {
		this.#input.fill(0, this.#filled);
		this.#read(true);
		if (!this.#isBetweenMembers) throw truncated();
	}

	#read(isLast: boolean): void {
		while (this.#readPart(isLast));
	}

	/** False when the part goes on in the next chunk. */
	#readPart(isLast: boolean): boolean {
		switch (this.#part) {
			case 'header':
				return this.#readHeader();
			case 'data':
				this.#at = this.#inflate.read(this.#input, this.#at, this.#filled, isLast);
				if (this.#inflate.isDone) this.#part = 'trailer';
				return this.#inflate.isDone;
			case 'trailer':
				return this.#readTrailer();
		}
	}

	#readHeader(): boolean {
		while (this.#at < this.#filled) {
			this.#isBetweenMembers = false;
			if (!this.#header.next(this.#input[this.#at++]!).done) continue;
			this.#inflate.restart();
			this.#crc = 0;
			this.#size = 0;
			this.#part = 'data';
			return true;
		}
		return false;
	}

	#readTrailer(): boolean {
		if (this.#filled - this.#at < TRAILER_BYTES) return false;
		if (this.#readUint32() !== this.#crc) throw corrupt();
		if (this.#readUint32() !== this.#size % 2 ** 32) throw corrupt();

		this.#header = gzipHeader(false);
		this.#header.next();
		this.#isBetweenMembers = true;
		this.#part = 'header';
		return true;
	}

	#readUint32(): number {
		const input = this.#input;
		const at = this.#at;
		this.#at += 4;
		const high = (input[at + 2]! << 16) | (input[at + 3]! << 24);
		return (input[at]! | (input[at + 1]! << 8) | high) >>> 0;
	}

	#takeData(bytes: Uint8Array): void {
		this.#size += bytes.length;
		this.#total += bytes.length;
		if (this.#total > this.#maxBytes) {
			const message = `The file has more than ${this.#maxBytes} bytes when decompressed.`;
			throw new GzipError('tooLarge', message);
		}
		this.#crc = crc32(bytes, this.#crc);
		this.#onData(bytes);
	}
}
