export class Utf8Error extends Error {
	override readonly name = 'Utf8Error';

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
	#kept: Uint8Array = new Uint8Array(0);

	/** Decodes a chunk. @returns its text, which may be empty @throws Utf8Error */
	decode(chunk: Uint8Array): string {
		const bytes = this.#kept.length === 0 ? chunk : joined(this.#kept, chunk);
		const end = bytes.length - cutCharacter(bytes);
		this.#kept = bytes.slice(end);
		return this.#decodeWhole(bytes.subarray(0, end));
	}

	/** The first bytes of a character that the last chunk has cut off. They are not part of any text yet. */
	get heldBack(): Uint8Array {
		return this.#kept;
	}

	/** Ends the text. @throws Utf8Error if the last character is cut off */
	end(): void {
		if (this.#kept.length > 0) throw new Utf8Error();
	}

	#decodeWhole(bytes: Uint8Array): string {
		try {
			return this.#decoder.decode(bytes);
		} catch {
			return invalid();
		}
	}
}

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * Leaves out byte order marks, which are no data. A file may begin with one, and so may each part of a file that
 * was put together from several.
 */
export class BomFilter {
	/** How many bytes of a mark have come at the beginning of the part. Undefined after the beginning. */
	#matched: number | undefined = 0;

	/** Begins a part with the next block. @returns the bytes of the part before that were held back */
	beginPart(): Uint8Array {
		const kept = this.end();
		this.#matched = 0;
		return kept;
	}

	/** @returns the block without a mark. Its first bytes may be held back until it is known whether they are one */
	filter(block: Uint8Array): Uint8Array {
		if (this.#matched === undefined) return block;
		let at = 0;
		while (at < block.length && this.#matched < BOM.length) {
			if (block[at] !== BOM[this.#matched]) return joined(this.end(), block.subarray(at));
			this.#matched += 1;
			at += 1;
		}
		if (this.#matched === BOM.length) this.#matched = undefined;
		return block.subarray(at);
	}

	/** Ends the file. @returns the bytes that were held back: the beginning of a mark that never came to its end */
	end(): Uint8Array {
		const kept = BOM.subarray(0, this.#matched ?? 0);
		this.#matched = undefined;
		return kept;
	}
}

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

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
	if (first.length === 0) return second;
	const both = new Uint8Array(first.length + second.length);
	both.set(first);
	both.set(second, first.length);
	return both;
}
