import { GzipError } from '../gzip/gzipError';
import { Gunzip } from '../gzip/gunzip';
import { Utf8Text, type OnText } from './utf8Text';

/**
 * A field of 13 characters or more is a view of the text that it was cut from, in V8, so whoever
 * keeps one row keeps that piece of text: small pieces make that cheap. They also keep a character
 * outside of Latin-1 from doubling the memory of much more than its own row.
 */
const PIECE_BYTES = 4096;

export interface CsvGzDecoderOptions {
	/** Whether the bytes are gzip, or plain text as section 2.5.4 says of the file of a failed job. */
	isPacked: boolean;
	/** Bytes that the file may have at most when decompressed. */
	maxBytes?: number;
	/** Size of the pieces of text; more where none of the text is kept and the bytes are passed on. */
	pieceBytes?: number;
	/**
	 * Called with the next piece of the file as text, and the decompressed bytes that it stands for
	 * (without a byte order mark). The bytes of a plain file are views of what was pushed.
	 */
	onText: OnText;
}

/** Turns the bytes of a downloaded bulk file (section 2.5), cut anywhere, into text. */
export class CsvGzDecoder {
	readonly #text: Utf8Text;
	readonly #maxBytes: number;
	readonly #pieceBytes: number;
	readonly #gunzip: Gunzip | undefined;
	#plainBytes = 0;

	constructor(options: CsvGzDecoderOptions) {
		const { isPacked, maxBytes = Infinity, pieceBytes = PIECE_BYTES, onText } = options;
		this.#text = new Utf8Text(onText);
		this.#maxBytes = maxBytes;
		this.#pieceBytes = pieceBytes;
		this.#gunzip = isPacked
			? new Gunzip({ maxBytes, onData: (bytes) => this.#decode(bytes) })
			: undefined;
	}

	/** @throws GzipError, Utf8Error; the decoder is of no use afterwards */
	push(bytes: Uint8Array): void {
		if (this.#gunzip !== undefined) return this.#gunzip.push(bytes);

		this.#plainBytes += bytes.length;
		if (this.#plainBytes > this.#maxBytes) {
			throw new GzipError('tooLarge', `The file has more than ${this.#maxBytes} bytes.`);
		}
		this.#decode(bytes);
	}

	/** @throws GzipError, Utf8Error when the file is not whole */
	end(): void {
		this.#gunzip?.end();
		this.#text.end();
	}

	#decode(bytes: Uint8Array): void {
		for (let at = 0; at < bytes.length; at += this.#pieceBytes) {
			this.#text.push(bytes.subarray(at, at + this.#pieceBytes));
		}
	}
}
