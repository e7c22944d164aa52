export class Utf8Error extends Error {
	override readonly name = 'Utf8Error';

	constructor() {
		super('The file is not valid UTF-8 text.');
	}
}

const BOM = 0xfeff;

/** What a chunk border cuts is kept back here, because TextDecoder's own `stream` mode leaves its fast path. */
export class Utf8Text {
	readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	readonly #onText: (text: string) => void;
	#kept: Uint8Array = new Uint8Array(0);
	#atStart = true;

	constructor(onText: (text: string) => void) {
		this.#onText = onText;
	}

	push(chunk: Uint8Array): void {
		const bytes = this.#kept.length === 0 ? chunk : joined(this.#kept, chunk);
		const end = bytes.length - cutCharacter(bytes);
		this.#kept = bytes.slice(end);
		if (end > 0) this.#decode(bytes.subarray(0, end));
	}

	end(): void {
		if (this.#kept.length > 0) throw new Utf8Error();
	}

	#decode(bytes: Uint8Array): void {
		const text = this.#decodeWhole(bytes);
		const skipsBom = this.#atStart && text.charCodeAt(0) === BOM;
		this.#atStart = false;
		this.#onText(skipsBom ? text.slice(1) : text);
	}

	#decodeWhole(bytes: Uint8Array): string {
		try {
			return this.#decoder.decode(bytes);
		} catch {
			return invalid();
		}
	}
}

function invalid(): never {
	throw new Utf8Error();
}

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
	const both = new Uint8Array(first.length + second.length);
	both.set(first);
	both.set(second, first.length);
	return both;
}
