const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;

/** `-0.` and five zeros before 17 significant digits: no number prints longer without exponent. */
const MAX_NUMBER = 25;
/** A decimal of so many digits survives the way into a double and back. */
const SAFE_LENGTH = 15;
/** Smaller numbers print with an exponent. */
const MIN_PLAIN = 1e-6;

/**
 * Converts a cell where the value says as much as its text did: whole numbers in the safe range,
 * plain decimals, `true` and `false`. All that would print differently stays text: `007`,
 * `+5511987654321`, ids of 20 digits, `1e5`, `1.50`, `-0`, dates, the empty cell.
 */
export function convertType(text: string): string | number | boolean {
	if (text.length > MAX_NUMBER || text.length === 0) return text;
	const first = text.charCodeAt(0);
	if (first > NINE) return text === 'true' ? true : text === 'false' ? false : text;
	if (first < ZERO && first !== MINUS) return text;
	return looksCanonical(text, first === MINUS ? 1 : 0) ? toNumber(text) : text;
}

/** Digits with at most one dot between them, and no zero at either end that is not needed. */
function looksCanonical(text: string, start: number): boolean {
	let dot = -1;
	for (let at = start; at < text.length; at++) {
		const char = text.charCodeAt(at);
		if (char >= ZERO && char <= NINE) continue;
		if (char !== DOT || dot >= 0) return false;
		dot = at;
	}
	if (dot >= 0 && text.charCodeAt(text.length - 1) <= ZERO) return false;
	const wholeDigits = (dot < 0 ? text.length : dot) - start;
	return wholeDigits === 1 || (wholeDigits > 1 && text.charCodeAt(start) !== ZERO);
}

function toNumber(text: string): string | number {
	const value = Number(text);
	// The comparison below takes most of the time, and says nothing new of short numbers.
	if (text.length <= SAFE_LENGTH && Math.abs(value) >= MIN_PLAIN) return value;
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) return text;
	return String(value) === text ? value : text;
}
