import { BASE, END_OF_BLOCK, INVALID, VALUE_SHIFT } from './huffmanTable';

/** RFC 1951, section 3.2.5, as entries of a HuffmanTable. */

const LENGTH_CODES = 29;
const DISTANCE_CODES = 30;
const MAX_MATCH = 258;

export const LITERAL_SYMBOLS = literalSymbols();
export const DISTANCE_SYMBOLS = distanceSymbols();
export const CODE_LENGTH_SYMBOLS = Int32Array.from({ length: 19 }, (_, i) => i << VALUE_SHIFT);

function literalSymbols(): Int32Array {
	const symbols = new Int32Array(288).fill(INVALID);
	for (let byte = 0; byte < 256; byte++) symbols[byte] = byte << VALUE_SHIFT;
	symbols[256] = END_OF_BLOCK;

	let length = 3;
	for (let i = 0; i < LENGTH_CODES - 1; i++) {
		const extraBits = i < 8 ? 0 : (i >> 2) - 1;
		symbols[257 + i] = (length << VALUE_SHIFT) | BASE | (extraBits << 4);
		length += 1 << extraBits;
	}
	symbols[256 + LENGTH_CODES] = (MAX_MATCH << VALUE_SHIFT) | BASE;
	return symbols;
}

function distanceSymbols(): Int32Array {
	const symbols = new Int32Array(32).fill(INVALID);
	let distance = 1;
	for (let i = 0; i < DISTANCE_CODES; i++) {
		const extraBits = i < 4 ? 0 : (i >> 1) - 1;
		symbols[i] = (distance << VALUE_SHIFT) | (extraBits << 4);
		distance += 1 << extraBits;
	}
	return symbols;
}

/** RFC 1951, section 3.2.6. */
export function fixedLengths(): { literals: Uint8Array; distances: Uint8Array } {
	const literals = new Uint8Array(288).fill(8);
	literals.fill(9, 144, 256);
	literals.fill(7, 256, 280);
	return { literals, distances: new Uint8Array(32).fill(5) };
}
