import { crc32 } from './crc32';
import { corrupt, GzipError, trailingData, truncated } from './gzipError';
import { gzipHeader } from './gzipHeader';
import { Inflate, LOOKAHEAD } from './inflate';

export { GzipError, type GzipErrorReason } from './gzipError';
export { isGzip } from './gzipHeader';

const INPUT_BYTES = 1 << 16;
/** CRC-32 and length of the data, lowest byte first. */
const TRAILER_BYTES = 8;

export interface GunzipOptions {
	maxBytes?: number;
	/** In blocks of 64 KB (less at the end of a member), valid during the call. */
	onData(bytes: Uint8Array): void;
}

/**
 * Decompresses gzip (RFC 1952) from chunks of any size, in about 200 KB of memory. Members may
 * follow each other; behind the last only zeros may stand, with which tar and some storages fill
 * blocks. What `onData` got is known to be whole only when `end` has returned.
 */
export class Gunzip {
	readonly #inflate: Inflate;
	readonly #onData: (bytes: Uint8Array) => void;
	readonly #maxBytes: number;

	readonly #input = new Uint8Array(INPUT_BYTES + LOOKAHEAD);
	#at = 0;
	#filled = 0;

	#part: 'header' | 'data' | 'trailer' | 'padding' = 'header';
	#header = gzipHeader(true);
	#isBetweenMembers = false;
	#crc = 0;
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

	end(): void {
		this.#input.fill(0, this.#filled);
		this.#read(true);
		if (!this.#isBetweenMembers) throw truncated();
	}

	#read(isLast: boolean): void {
		while (this.#readPart(isLast));
	}

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
			case 'padding':
				return this.#readPadding();
		}
	}

	#readHeader(): boolean {
		if (this.#isBetweenMembers && this.#at < this.#filled && this.#input[this.#at] === 0) {
			this.#part = 'padding';
			return true;
		}
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

	#readPadding(): boolean {
		while (this.#at < this.#filled) if (this.#input[this.#at++] !== 0) throw trailingData();
		return false;
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
