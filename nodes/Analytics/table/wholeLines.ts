const LF = 10;
const CR = 13;

export function isLineBreak(byte: number | undefined): boolean {
	return byte === LF || byte === CR;
}

/** Leaves out the empty lines at the end of a text, so that the text of another file can follow it. */
export class WholeLines {
	readonly #lineEnding: string;
	/** Line breaks that are held back until it is known whether a row follows them. */
	#breaks: Uint8Array = new Uint8Array();
	#isEmpty = true;

	/** @param lineEnding is added to the last row if it has none */
	constructor(lineEnding: string) {
		this.#lineEnding = lineEnding;
	}

	/** The bytes of a block, without the line breaks at its end. @param block need not stay valid after the call */
	*take(block: Uint8Array): Generator<Uint8Array> {
		let end = block.length;
		while (end > 0 && isLineBreak(block[end - 1])) end -= 1;
		if (end > 0) {
			// `concat` also copies the block, which is only valid until the next one.
			yield Buffer.concat([this.#breaks, block.subarray(0, end)]);
			this.#breaks = block.slice(end);
			this.#isEmpty = false;
		} else if (block.length > 0) {
			this.#breaks = Buffer.concat([this.#breaks, block]);
		}
	}

	/** @returns the line ending of the last row, if there are any rows */
	*end(): Generator<Uint8Array> {
		if (this.#isEmpty) return;
		const [first, second] = this.#breaks;
		const isCrLf = first === CR && second === LF;
		const lineEnd = this.#breaks.subarray(0, isCrLf ? 2 : 1);
		yield lineEnd.length > 0 ? lineEnd : Buffer.from(this.#lineEnding);
	}
}
