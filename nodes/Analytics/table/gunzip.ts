import {
	Z_NO_FLUSH,
	Z_OK,
	Z_STREAM_END,
	ZStream,
	zlibInflate,
	zlibInflateInit2,
	zlibInflateReset,
} from 'pako';
import { DamagedFile } from './fileErrors';

const MAGIC = [0x1f, 0x8b, 8];
/** Tells zlib to use windows of 32 KB (15), and to accept gzip only (16), whose checksum and length it verifies. */
const GZIP_WINDOW_BITS = 15 + 16;

/** Three million rows have far fewer bytes. A decompression bomb is stopped there. */
const MAX_BYTES = 2 ** 35;
/** How much is read and written at once. Larger blocks do not fit into the cache of the processor. */
const BLOCK_BYTES = 1 << 16;

/** Whether a file begins like gzip. Its first chunk may have fewer than three bytes. */
export function isGzip(bytes: Uint8Array): boolean {
	return bytes.length > 0 && MAGIC.every((byte, i) => i >= bytes.length || bytes[i] === byte);
}

/**
 * Decompresses gzip (RFC 1952) from chunks of any size, in about 150 KB of memory. A file may have several
 * members. Only zeros may follow the last one: tar and some storages fill up their blocks with them. The data is
 * known to be complete only after `end` has returned.
 */
export class Gunzip {
	readonly #stream = new ZStream();
	readonly #output = new Uint8Array(BLOCK_BYTES);
	readonly #maxBytes: number;
	#total = 0;
	#place: 'inMember' | 'afterMember' | 'inPadding' = 'inMember';

	constructor({ maxBytes = MAX_BYTES } = {}) {
		this.#maxBytes = maxBytes;
		zlibInflateInit2(this.#stream, GZIP_WINDOW_BITS);
	}

	/**
	 * Decompresses a chunk to blocks of at most 64 KB, which may be empty. A block takes about a millisecond, so that
	 * the caller can pause in between. It is only valid until the next one, and the caller must take all of them.
	 * @throws DamagedFile
	 */
	*inflate(chunk: Uint8Array): Generator<Uint8Array, void> {
		const stream = this.#stream;
		for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
			stream.input = chunk.subarray(at, at + BLOCK_BYTES);
			stream.next_in = 0;
			stream.avail_in = stream.input.length;
			while (stream.avail_in > 0) {
				if (this.#place === 'afterMember') this.#beginNext();
				if (this.#place === 'inPadding') this.#skipZeros();
				else yield this.#nextBlock();
			}
		}
	}

	/** Ends the file. @throws DamagedFile if it ends too early */
	end(): void {
		if (this.#place === 'inMember') throw new DamagedFile('The compressed file ends too early.');
	}

	#beginNext(): void {
		const { input, next_in: at } = this.#stream;
		this.#place = input[at] === 0 ? 'inPadding' : 'inMember';
		zlibInflateReset(this.#stream);
	}

	#skipZeros(): void {
		const stream = this.#stream;
		if (stream.input.subarray(stream.next_in).some((byte) => byte !== 0)) {
			throw new DamagedFile('Other data follows the end of the compressed file.');
		}
		stream.avail_in = 0;
	}

	#nextBlock(): Uint8Array {
		const stream = this.#stream;
		stream.output = this.#output;
		stream.next_out = 0;
		stream.avail_out = BLOCK_BYTES;
		const status = zlibInflate(stream, Z_NO_FLUSH);
		if (status === Z_STREAM_END) this.#place = 'afterMember';
		else if (status !== Z_OK) {
			throw new DamagedFile(`The compressed file is corrupt (${stream.msg}).`);
		}
		this.#total += stream.next_out;
		if (this.#total > this.#maxBytes) {
			throw new DamagedFile(`The file has more than ${this.#maxBytes} bytes when decompressed.`);
		}
		return this.#output.subarray(0, stream.next_out);
	}
}
