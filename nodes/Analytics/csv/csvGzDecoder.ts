import { Gunzip, isGzip } from '../gzip/gunzip';
import { GzipError } from '../gzip/gzipError';
import { Utf8Text, type OnText } from './utf8Text';

/**
 * A field of 13 characters or more is a view of the text that it was cut from, in V8, so whoever
 * keeps one row keeps that piece of text: small pieces make that cheap. They also keep a character
 * outside of Latin-1 from doubling the memory of much more than its own row.
 */
const PIECE_BYTES = 4096;
const MAGIC_BYTES = 3;

export interface CsvGzDecoderOptions {
	/** Most bytes that the file may have when decompressed. */
	maxBytes?: number;
	/** Size of the pieces of text; more where none of the text is kept and the bytes are passed on. */
	pieceBytes?: number;
	/**
	 * Called with the next piece of the file as text, and the decompressed bytes that it stands for
	 * (without a byte order mark). The bytes of a plain file are views of what was pushed.
	 */
	onText: OnText;
}

/**
 * Turns the bytes of a downloaded bulk file (section 2.5), cut anywhere, into text. A file that does
 * not begin as gzip is taken as plain text, as section 2.5.4 says of the file of a failed job.
 */
export class CsvGzDecoder {
	private readonly text: Utf8Text;
	private readonly maxBytes: number | undefined;
	private readonly pieceBytes: number;
	private gunzip: Gunzip | undefined;
	private firstBytes: Uint8Array | undefined = new Uint8Array(0);
	private plainBytes = 0;

	constructor({ maxBytes, pieceBytes = PIECE_BYTES, onText }: CsvGzDecoderOptions) {
		this.text = new Utf8Text(onText);
		this.maxBytes = maxBytes;
		this.pieceBytes = pieceBytes;
	}

	/** What the first three bytes said; `plain` as long as there are fewer. */
	get encoding(): 'gzip' | 'plain' {
		return this.gunzip === undefined ? 'plain' : 'gzip';
	}

	/** @throws GzipError, Utf8Error; the decoder is of no use afterwards */
	push(bytes: Uint8Array): void {
		if (this.firstBytes === undefined) return this.pass(bytes);

		const start = new Uint8Array(this.firstBytes.length + bytes.length);
		start.set(this.firstBytes);
		start.set(bytes, this.firstBytes.length);
		this.firstBytes = start;
		if (start.length >= MAGIC_BYTES) this.choose(start);
	}

	/** @throws GzipError, Utf8Error when the file is not whole */
	end(): void {
		if (this.firstBytes !== undefined) this.choose(this.firstBytes);
		this.gunzip?.end();
		this.text.end();
	}

	private choose(start: Uint8Array): void {
		this.firstBytes = undefined;
		if (isGzip(start)) {
			this.gunzip = new Gunzip({
				...(this.maxBytes === undefined ? {} : { maxBytes: this.maxBytes }),
				onData: (bytes) => this.decode(bytes),
			});
		}
		this.pass(start);
	}

	private pass(bytes: Uint8Array): void {
		if (this.gunzip !== undefined) return this.gunzip.push(bytes);

		this.plainBytes += bytes.length;
		if (this.plainBytes > (this.maxBytes ?? Infinity)) {
			throw new GzipError('tooLarge', `The file has more than ${this.maxBytes} bytes.`);
		}
		this.decode(bytes);
	}

	private decode(bytes: Uint8Array): void {
		for (let at = 0; at < bytes.length; at += this.pieceBytes) {
			this.text.push(bytes.subarray(at, at + this.pieceBytes));
		}
	}
}
